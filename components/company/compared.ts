/** One company of a comparison: what is owned of it, or why it is not. */
import { ALL_KINDS, type Holding, holdingOf } from "@/lib/api/timeline-part";
import { type CompanyState, type CompanyStates, stateIn } from "@/lib/client/timelines/company-store";
import { plainWords, wordsOf } from "./event-words";

export interface Compared {
  readonly id: string;
  readonly name: string;
  readonly state: CompanyState;
  readonly holding: Holding | undefined;
  /** No such company. */
  readonly missing: boolean;
}

export function comparedCompany(states: CompanyStates, id: string): Compared {
  const state = stateIn(states, id);
  const holding = holdingOf(state.parts);
  return {
    id,
    name: holding?.company?.name ?? state.quote?.company?.name ?? `…${id.slice(-12)}`,
    state,
    holding,
    missing: holding === undefined && (state.outcome === "missing" || state.quote?.found === false),
  };
}

/** Something of its timeline can still be bought. */
export function isUnbought({ holding, missing }: Compared): boolean {
  return !missing && (holding === undefined || holding.whole.length < ALL_KINDS.length);
}

/** Its lane on the common time axis; none when nothing of it is owned. */
export function laneOf({ id, name, holding }: Compared) {
  if (holding === undefined) return [];
  const events = holding.events.flatMap((event) => {
    const words = wordsOf(event, id);
    if (event.date === null || words.kind === undefined) return [];
    const usd = event.funding?.amountUsd ?? event.acquisition?.dealAmountUsd ?? null;
    const label = words.kind === "funding" ? words.type : plainWords(words);
    return [{ date: event.date, kind: words.kind, label, usd }];
  });
  return [{ id, name, events }];
}
