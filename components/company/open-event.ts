/** Provides the open event of a company to its page. */
import { createContext } from "react";
import type { TimelineEvent, TimelinePart } from "@/lib/api/timeline-part";
import { getEventRecord } from "@/lib/api/timeline-part";
import type { OpenRecord } from "@/lib/client/address";

interface CompanyEvents {
  readonly opened: OpenRecord;
  /** The sheet is rendered into this element, which is null until the page has been painted. */
  readonly sheetContainer: HTMLElement | null;
  /** These parts of the timeline were bought. */
  readonly parts: readonly TimelinePart[];
}

export const OpenEvent = createContext<CompanyEvents | undefined>(undefined);

/** Returns the key that an address has for the event; undefined where the host gave no id. */
export function openEventKey(event: TimelineEvent): string | undefined {
  return getEventRecord(event)?.id ?? undefined;
}
