/** Saves what was bought of a timeline in this browser, and reads it again after the server has evicted it. */
import { includeOf, mergeParts, type TimelinePart } from "@/lib/api/timeline-part";
import type { PurchasedTimeline } from "../purchased/purchased-record";
import { companyAddress, kindsIn } from "./addresses";

/** The company, its events as records of their feeds, and the timeline as far as it is whole. */
export async function saveCompany(id: string, parts: readonly TimelinePart[]): Promise<void> {
  const holding = mergeParts(parts);
  if (holding === undefined) return;
  const { company, investors, events, whole, purchasedAt } = holding;
  const { saveRecords, saveTimeline } = await import("../purchased/store");
  // The address records which kinds of event the saved timeline contains.
  const purchase = { purchasedAt, requestId: parts.at(-1)?.requestId ?? null, view: companyAddress(id, whole) };
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

export function partOfSaved({ timeline, purchasedAt, receipt }: Omit<PurchasedTimeline, "companyId">): TimelinePart {
  return {
    kinds: kindsIn(new URL(receipt.view, "http://dashboard.invalid").searchParams),
    timeline,
    purchasedAt,
    available: timeline.events.length,
    cut: false,
    requestId: receipt.requestId,
    creditsUsed: null,
  };
}
