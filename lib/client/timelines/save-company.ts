/** Saves what was bought of a timeline in this browser, and reads it again after the server has evicted it. */
import { includeOf, mergeParts, type TimelinePart } from "@/lib/api/timeline-part";
import { partOfSaved, viewOfSaved } from "./saved-part";

/** The company, its events as records of their feeds, and the timeline as far as it is whole. */
export async function saveCompany(id: string, parts: readonly TimelinePart[]): Promise<void> {
  const holding = mergeParts(parts);
  if (holding === undefined) return;
  const { company, investors, events, whole, heldAt } = holding;
  const { saveRecords, saveTimeline } = await import("../purchased/store");
  const purchase = { heldAt, requestId: parts.at(-1)?.requestId ?? null, view: viewOfSaved(id, whole) };
  if (company !== null) saveRecords("companies", [company], purchase);
  saveRecords(
    "funding",
    events.flatMap(({ funding }) => funding ?? []),
    purchase,
  );
  saveRecords(
    "acquisitions",
    events.flatMap(({ acquisition }) => acquisition ?? []),
    purchase,
  );
  saveRecords(
    "execMoves",
    events.flatMap(({ execMove }) => execMove ?? []),
    purchase,
  );
  if (whole.length === 0) return;
  const wholeEvents = events.filter((event) => {
    const kind = includeOf(event);
    return kind !== undefined && whole.includes(kind);
  });
  saveTimeline(id, { company, investors: [...investors], events: wholeEvents }, purchase);
}

/** Undefined when this browser has stored nothing of it. */
export async function readSavedPart(id: string): Promise<TimelinePart | undefined> {
  const { purchasedTimeline } = await import("../purchased/store");
  const purchased = await purchasedTimeline(id);
  return purchased && partOfSaved(purchased);
}
