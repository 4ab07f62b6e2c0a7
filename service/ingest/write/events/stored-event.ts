/** Reads stored events with the precision of their dates, and merges the dates and sources that rows state. */
import type { Source } from "@dealflow/contract/records/schemas";
import { type Announced, type AnnouncedPrecision, refines } from "@/service/records/announced";
import { mergeParts } from "../update";

/** The text of a record has the precision as a field of its own where that is not a day. */
const FIELD = "announcedPrecision";

/** Selects the text of an event `t`. */
export const STORED_EVENT = `case when t.announced_precision = 'day' then t.record
  else '{"${FIELD}":"' || t.announced_precision || '",' || substr(t.record, 2) end`;

/** Returns the record of a stored event, which is not checked, and its precision. */
export function parseStored(stored: string): { readonly record: unknown; readonly precision: AnnouncedPrecision } {
  const { [FIELD]: precision = "day", ...record } = JSON.parse(stored);
  return { record, precision };
}

export const ANNOUNCED_FACTS = ["announcedAt", "announcedPrecision"] as const;

/**
 * Merges the date of a row. A date that is only less precise than the known one says nothing new, and a more precise one
 * within the known period tells more: so month and day of two sources never take turns.
 */
export function mergeAnnounced(before: Announced | undefined, stated: Announced, first: boolean): Announced {
  const { announcedAt, announcedPrecision } = stated;
  const known = before && { announcedAt: before.announcedAt, announcedPrecision: before.announcedPrecision };
  if (known === undefined || refines(stated, known)) return { announcedAt, announcedPrecision };
  return refines(known, stated) || !first ? known : { announcedAt, announcedPrecision };
}

/** Merges the sources of an event. Two articles of one outlet are two sources; one without an address is its outlet. */
export function mergeSources(
  before: readonly Source[],
  stated: readonly Source[],
  how: { readonly leads: boolean; readonly shared: boolean },
): readonly Source[] {
  return mergeParts(before, stated, how, ({ url, outlet, title }) => url ?? JSON.stringify([outlet, title]));
}
