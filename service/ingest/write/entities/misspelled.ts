/** Loads the companies, or the investors, whose names differ from others by one slip of the pen. */
import type pg from "pg";
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

const misspelled = (table: string) => `select wanted.key, near.id, near.name_key as "nameKey"
  from unnest($1::text[]) wanted (key) cross join lateral (
    select id, name_key from ${table}
    where name_key >= ${BEGINNING} and name_key < ${BEGINNING} || '{' and not demo
    order by name_key limit ${MISSPELLED_NAMES.names}) near
  where char_length(wanted.key) >= ${MISSPELLED_NAMES.shortest}
    and char_length(near.name_key) between char_length(wanted.key) - 1 and char_length(wanted.key) + 1
    and (right(near.name_key, ${END}) = right(wanted.key, ${END})
      or left(near.name_key, char_length(wanted.key) - ${BEFORE}) = left(wanted.key, -${BEFORE}))`;

interface NearRecord {
  /** The letters of the name that is looked for. */
  readonly key: string;
  /** The record whose name differs from it by one slip. */
  readonly id: string;
}

/** @param keys the letters of names, as `nameKey` returns them */
export async function loadMisspelled(
  client: pg.ClientBase,
  keys: readonly string[],
  table: "companies" | "investors" = "companies",
): Promise<NearRecord[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<NearRecord & { readonly nameKey: string }>(misspelled(table), [keys]);
  return rows.filter(({ key, nameKey }) => differsByOneSlip(key, nameKey));
}
