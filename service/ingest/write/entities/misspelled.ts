/** Selects the companies, or the investors, whose names differ from others by one slip of the pen. */
import { differsByOneSlip } from "../../resolve/names/misspelled";

/**
 * A name with a slip after its first third begins as the right one does: at least so many letters. Of common beginnings the first
 * names are compared, so that the time for a row is bounded.
 */
const MISSPELLED_NAMES = { beginning: 4, shortest: 6, names: 50 } as const;
const BEGINNING = `left(wanted.key, greatest(${MISSPELLED_NAMES.beginning}, char_length(wanted.key) / 3))`;

/** The last letters of a misspelled name are right, or else all but the last three are. */
const END = 2;
const BEFORE = END + 1;

/** @param wanted a table expression with the letters of names, `key`, for which misspelled ones are looked for */
export const misspelled = (table: string, wanted: string) => `select wanted.*, near.id, near.name_key as "nameKey"
  from ${wanted} wanted cross join lateral (
    select id, name_key from ${table}
    where name_key >= ${BEGINNING} and name_key < ${BEGINNING} || '{' and not demo
    order by name_key limit ${MISSPELLED_NAMES.names}) near
  where char_length(wanted.key) >= ${MISSPELLED_NAMES.shortest}
    and char_length(near.name_key) between char_length(wanted.key) - 1 and char_length(wanted.key) + 1
    and (right(near.name_key, ${END}) = right(wanted.key, ${END})
      or left(near.name_key, char_length(wanted.key) - ${BEFORE}) = left(wanted.key, -${BEFORE}))`;

/** The name that is looked for, and that of the record, which may differ from it by one slip. */
export interface NearName {
  readonly key: string;
  readonly nameKey: string;
}

/** Tells whether the names differ by one slip. */
export function isMisspelled({ key, nameKey }: NearName): boolean {
  return differsByOneSlip(key, nameKey);
}
