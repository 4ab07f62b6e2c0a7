/** The address by which a saved timeline was bought records which kinds of event it contains. */
import type { TimelineRecord } from "@dealflow/client/timeline";
import { ALL_KINDS, type IncludeName, type TimelinePart } from "@/lib/api/timeline-part";
import { INCLUDE } from "@/lib/contract/timeline";
import { companyAddress } from "./addresses";

interface SavedTimeline {
  readonly timeline: TimelineRecord;
  readonly heldAt: string;
  readonly receipt: { readonly requestId: string | null; readonly view: string };
}

export function viewOfSaved(id: string, whole: readonly IncludeName[]): string {
  return companyAddress(id, whole);
}

export function partOfSaved({ timeline, heldAt, receipt }: SavedTimeline): TimelinePart {
  const { searchParams } = new URL(receipt.view, "http://dashboard.invalid");
  const named = searchParams.getAll(INCLUDE.param);
  return {
    kinds: named.length === 0 ? ALL_KINDS : ALL_KINDS.filter((kind) => named.includes(kind)),
    timeline,
    heldAt,
    available: timeline.events.length,
    cut: false,
    requestId: receipt.requestId,
  };
}
