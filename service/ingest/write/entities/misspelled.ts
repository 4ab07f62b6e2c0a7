/** Selects the companies, or the investors, whose names differ from others by one slip of the pen. */
import { differsByOneSlip } from "../../resolve/names/misspelled";

/**
 * A name with a slip after its first third begins as the right one does: at least so many letters. Of common beginnings the first
 * names are compared, so that the time for a row is bounded.
 */
const MISSPELLED_NAMES = { beginning: 4, shortest: 5, names: 50 } as const;
const BEGINNING = `left(key, greatest(${MISSPELLED_NAMES.beginning}, (char_length(key) - 1) / 3))`;

/** The last letters of a misspelled name are right, or else all but the last three are. */
const END = 2;
const BEFORE = END + 1;

/** Selects the first names with a beginning: companies have those of their records and others that sources state. */
const namesFrom = (table: string) => {
  const first = (name: string) =>
    `${name} >= beginning and ${name} < beginning || '{' order by ${name} limit ${MISSPELLED_NAMES.names}`;
  const own = `(select id, name_key from ${table} where not demo and ${first("name_key")})`;
  if (table !== "companies") return own;
  return `${own} union all (select company_id, name_key from company_names where ${first("name_key")})`;
};

/**
 * Names with a common beginning are compared with the same others, which are read once.
 * @param wanted a table expression with the letters of names, `key`, for which misspelled ones are looked for
 */
export const misspelled = (table: string, wanted: string) => `
  with wanted as materialized (select *, ${BEGINNING} as beginning, char_length(key) as letters
      from ${wanted} stated where char_length(key) >= ${MISSPELLED_NAMES.shortest}),
    near as materialized (select beginning, id, name_key, char_length(name_key) as letters
      from (select distinct beginning from wanted) beginnings cross join lateral (
        ${namesFrom(table)}) named)
  select wanted.*, near.id, near.name_key as "nameKey" from wanted join near using (beginning)
  where near.letters between wanted.letters - 1 and wanted.letters + 1
    and (right(near.name_key, ${END}) = right(wanted.key, ${END}) or starts_with(near.name_key, left(wanted.key, -${BEFORE})))`;

/** The name that is looked for, and that of the record, which may differ from it by one slip. */
export interface NearName {
  readonly key: string;
  readonly nameKey: string;
}

export function isMisspelled({ key, nameKey }: NearName): boolean {
  return differsByOneSlip(key, nameKey);
}
