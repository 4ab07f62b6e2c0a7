/**
 * Counts the records of each source in one statement for each kind. Millions of rows are joined, so each is reduced first to
 * an id, bits and a number of days: with their texts, hashing and sorting them took twice as long.
 */
import type { QUALITY_FIELDS } from "@dealflow/contract/account/imports/import-quality";
import type { RecordKind } from "@dealflow/contract/account/imports/record-kinds";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { RECORD_TABLES } from "../write/import-records";

/** These bits of a state are not about fields. */
export const [FIRST, REVISED, SHARED] = [1, 2, 4];
const FLAGS = 3;

/** Returns the bit of a state that says whether the field has a value. */
export function fieldBit(kind: RecordKind, field: string): number {
  const place = Object.keys(FILL[kind]).indexOf(field);
  if (place < 0) throw new Error(`${kind} has no field ${field}`);
  return 1 << (FLAGS + place);
}

/** Counts records of a source that have one state, or, as the row of a histogram, one lag. */
export interface CountRow {
  readonly source: string;
  /** It is absent in rows of the histogram. */
  readonly state: number | null;
  /** The lag is in whole days in UTC; it is absent in rows of states, and for records whose lag says nothing. */
  readonly lag: number | null;
  readonly isLag: boolean;
  readonly records: number;
  /** The start of the latest import that states any of these records. */
  readonly latest: Date;
}

/** An event that was discovered before its announcement took no time. */
const LAG = `case when t.announced_precision = 'day'
  then greatest((t.discovered_at at time zone 'UTC')::date - (t.announced_at at time zone 'UTC')::date, 0) end`;

/** Returns a statement whose rows are `CountRow`. */
export function countStatement(kind: RecordKind): string {
  const lag = kind === "company" || kind === "investor" ? "null::integer" : LAG;
  const fields = Object.entries(FILL[kind]);
  const bits = fields.flatMap(([field, condition]) =>
    typeof condition === "string" ? [`(${condition})::integer * ${fieldBit(kind, field)}`] : [],
  );
  const parts = fields.flatMap(([field, condition]) =>
    typeof condition === "string" ? [] : [{ ...condition, bit: fieldBit(kind, field) }],
  );
  const partBits = parts.map(({ table, bit }) => ` + (${table}.event_id is not null)::integer * ${bit}`);
  const joins = parts.map(
    ({ table }) => `left join ${table} on ${table}.event_id = narrow.id and ${table}.position = 0`,
  );
  return `
    with numbered as materialized (
      select id, source, dense_rank() over (order by source)::integer as number, settings ->> 'full' = 'true' as whole
      from imports where kind = 'file' and undone_at is null
    ),
    -- The latest import says whether the source still states the record: its full export may lack it. What was merged is
    -- stated of the record that it became part of. Merges and withdrawals note other records on line 0, and full exports
    -- the records of their refused rows.
    stated as materialized (
      select id, number, flags, last / 2 as import_id, count(*) over (partition by id) > 1 as shared from (
        select case when m.id is null then r.record_id else current_record(m.id) end as id, i.number,
          max(r.import_id * 2::bigint + (r.effect <> 'removed' or m.import_id = r.import_id)::integer) as last,
          bit_or(case when r.effect = 'changed' then ${REVISED} when r.effect = 'added' and m.id is null then ${FIRST} else 0 end) as flags
        from import_records r join numbered i on i.id = r.import_id left join merged_records m on m.id = r.record_id
        where r.kind = '${kind}' and (r.line > 0 or i.whole and r.effect <> 'changed') group by 1, i.number) named
      where last % 2 = 1
    ),
    facts as materialized (
      select narrow.id, narrow.bits${partBits.join("")} as bits, narrow.lag
      from (select t.id, ${bits.join(" + ")} as bits, ${lag} as lag from ${RECORD_TABLES[kind]} t offset 0) narrow
      ${joins.join(" ")}
    ),
    counted as (
      select number, flags + shared::integer * ${SHARED} + bits as state,
        case when flags & ${FIRST} <> 0 then lag end as lag, import_id
      from stated join facts using (id)
    )
    select source.name as source, c.state, c.lag, c.is_lag as "isLag", c.records, i.started_at as latest
    from (
      select number, state, lag, grouping(state) = 1 as is_lag, count(*) as records, max(import_id) as import_id
      from counted group by grouping sets ((number, state), (number, lag))) c
    join (select distinct number, source as name from numbered) source using (number)
    join imports i on i.id = c.import_id`;
}

type Field<Kind extends RecordKind> = keyof (typeof QUALITY_FIELDS)[Kind];

/** A field is filled when its condition holds for the row `t`, or when the event has a row in its table. */
type Condition = string | { readonly table: "event_sources" | "funding_event_investors" };

/** Facts of companies are in the facet tokens of their event, where a missing one has a token too. */
const COUNTRY = `'c:${UNKNOWN}' <> all (t.facets)`;
const INDUSTRY = `'i:${UNKNOWN}' <> all (t.facets)`;
/** An amount in another currency counts without dollars too. */
const AMOUNT = "coalesce(t.amount_usd_cents, t.amount_original_cents) is not null";
const SOURCES = { table: "event_sources" } as const;

/** Says in SQL which records of each kind have a value for the fields that people filter by. */
const FILL: { readonly [Kind in RecordKind]: Readonly<Record<Field<Kind>, Condition>> } = {
  funding: {
    companyPage: "t.company_id is not null",
    round: "t.round is not null",
    amount: AMOUNT,
    investors: { table: "funding_event_investors" },
    country: COUNTRY,
    industry: INDUSTRY,
    sourceAddress: SOURCES,
  },
  acquisition: {
    targetPage: "t.target_id is not null",
    acquirerPage: "t.acquirer_id is not null",
    amount: AMOUNT,
    payment: "t.payment_type <> 'undisclosed'",
    country: COUNTRY,
    industry: INDUSTRY,
    sourceAddress: SOURCES,
  },
  exec_move: {
    companyPage: "t.company_id is not null",
    role: "t.role is not null",
    seniority: "t.role_seniority is not null",
    fromCompany: "coalesce(t.from_company_id::text, t.stated_from_company::text) is not null",
    country: COUNTRY,
    sourceAddress: SOURCES,
  },
  company: {
    domain: "t.domain is not null",
    country: "t.hq_country is not null",
    industry: "t.industry_group is not null",
    naics: "t.naics_code is not null",
    size: "t.employee_count_bucket is not null",
    founded: "t.founded_year is not null",
    description: "t.description is not null",
  },
  investor: {
    type: "t.type is not null",
    country: "t.hq_country is not null",
    domain: "t.domain is not null",
  },
};
