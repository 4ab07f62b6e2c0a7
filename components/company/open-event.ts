"use client";
/** Which event of a company is open beside its page. */
import { createContext } from "react";
import type { TimelineEvent, TimelinePart } from "@/lib/api/timeline-part";
import { recordOf } from "@/lib/api/timeline-part";
import type { OpenRecord } from "@/lib/client/address";

interface CompanyEvents {
  readonly opened: OpenRecord;
  /** Where the sheet is put; null until the page has been painted. */
  readonly beside: HTMLElement | null;
  /** What was bought of the timeline. */
  readonly parts: readonly TimelinePart[];
}

export const OpenEvent = createContext<CompanyEvents | undefined>(undefined);

/** By which an address names it; undefined where the host gave no id. */
export function openKeyOf(event: TimelineEvent): string | undefined {
  return recordOf(event)?.id ?? undefined;
}
