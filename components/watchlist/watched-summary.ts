/** Summarizes a watched company from its timeline where all of that is owned, otherwise from the owned records. */
import { type LastEvent, lastEvents } from "@/components/feed/record/last-event";
import { isWhollyOwned } from "@/lib/api/quote";
import { ALL_KINDS, mergeParts } from "@/lib/api/timeline-part";
import { type CompanyStates, stateIn } from "@/lib/queries/timelines";

export interface WatchedSummary {
  readonly last: LastEvent | undefined;
  /** It is true when the whole timeline is owned; otherwise the metrics are lower bounds. */
  readonly whole: boolean;
}

/** Returns undefined while the owned records are being read. */
export function summarizeWatched(
  id: string,
  states: CompanyStates,
  purchased: ReadonlyMap<string, LastEvent> | undefined,
): WatchedSummary | undefined {
  const { parts, quote } = stateIn(states, id);
  const holding = mergeParts(parts);
  if (holding === undefined || holding.whole.length < ALL_KINDS.length)
    return purchased && { last: purchased.get(id), whole: isWhollyOwned(quote) };
  const last = lastEvents({
    rounds: holding.events.flatMap(({ funding }) => funding ?? []),
    deals: holding.events.flatMap(({ acquisition }) => acquisition ?? []),
    moves: holding.events.flatMap(({ execMove }) => execMove ?? []),
  });
  return { last: last.get(id), whole: true };
}
