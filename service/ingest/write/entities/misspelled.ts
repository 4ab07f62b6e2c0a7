/** Loads the companies whose names differ from others by one slip of the pen. */
import type pg from "pg";
import { differsByOneSlip } from "../../resolve/names/misspelled";

/**
 * A name with a slip after its first third begins as the right one does: at least so many letters. Of common beginnings the first
 * companies are compared, so that the time for a row is bounded.
 */
const MISSPELLED_NAMES = { beginning: 4, shortest: 6, companies: 50 } as const;
const BEGINNING = `left(wanted.key, greatest(${MISSPELLED_NAMES.beginning}, char_length(wanted.key) / 3))`;

/** The last letters of a misspelled name are right, or else all but the last three are. */
const END = 2;
const BEFORE = END + 1;

const MISSPELLED = `select wanted.key, near.id, near.name_key as "nameKey"
  from unnest($1::text[]) wanted (key) cross join lateral (
    select id, name_key from companies
    where name_key >= ${BEGINNING} and name_key < ${BEGINNING} || '{' and not demo
    order by name_key limit ${MISSPELLED_NAMES.companies}) near
  where char_length(wanted.key) >= ${MISSPELLED_NAMES.shortest}
    and char_length(near.name_key) between char_length(wanted.key) - 1 and char_length(wanted.key) + 1
    and (right(near.name_key, ${END}) = right(wanted.key, ${END})
      or left(near.name_key, char_length(wanted.key) - ${BEFORE}) = left(wanted.key, -${BEFORE}))`;

interface NearCompany {
  /** The letters of the name that is looked for. */
  readonly key: string;
  /** The company whose name differs from it by one slip. */
  readonly id: string;
}

/** @param keys the letters of names, as `nameKey` returns them */
export async function loadMisspelled(client: pg.ClientBase, keys: readonly string[]): Promise<NearCompany[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<NearCompany & { readonly nameKey: string }>(MISSPELLED, [keys]);
  return rows.filter(({ key, nameKey }) => differsByOneSlip(key, nameKey));
}
