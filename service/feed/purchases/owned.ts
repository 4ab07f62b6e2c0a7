/** Finds a workspace's purchases by ids and names instead of by a feed's query. */

import { OWNED_NAMES } from "@dealflow/contract/account/free-explore";
import { MOST_INVESTOR_ROUNDS, type OwnedNames } from "@dealflow/contract/account/spending/purchases";
import type { EventFeedName, FeedName } from "@dealflow/contract/feeds";
import { foldText } from "@dealflow/contract/query/fold-text";
import type pg from "pg";
import { SOURCES } from "../feeds";
import { preciseRecord } from "../precise-record";
import { COUNTS, formerNamesSql, getPurchase } from "./known";
import type { PurchaseScope } from "./purchased";

interface OwnedRecord {
  /** The record is JSON text. */
  readonly record: string;
  readonly at: Date;
}

export async function readOwnedRecords(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
  feed: FeedName,
  ids: readonly string[],
): Promise<readonly OwnedRecord[]> {
  const { table } = SOURCES[feed];
  const { rows } = await pool.query<OwnedRecord>({
    name: `owned-records-${table}`,
    text: `select ${preciseRecord(table, "r")} as record, p.at from ${table} r ${getPurchase(table, "r")} where r.id = any($3::uuid[])`,
    values: [workspaceId, since, ids],
  });
  return rows;
}

export async function readOwnedInvestor(pool: pg.Pool, purchases: PurchaseScope, id: string) {
  const [[investor], rounds] = await Promise.all([
    readOwnedRecords(pool, purchases, "investors", [id]),
    pool.query<OwnedRecord & { readonly total: number }>({
      name: "owned-rounds-of-investor",
      text: `select ${preciseRecord("funding_events", "e")} as record, p.at, (count(*) over ())::int as total from funding_events e
        ${getPurchase("funding_events", "e")}
        where e.id in (select event_id from funding_event_investors where investor_id = $3)
        order by e.announced_at desc, e.id desc limit ${MOST_INVESTOR_ROUNDS}`,
      values: [purchases.workspaceId, purchases.since, id],
    }),
  ]);
  return { investor, rounds: rounds.rows, total: rounds.rows[0]?.total ?? 0 };
}

interface WatchedEvents {
  readonly id: string;
  readonly events: number;
  readonly cents: number | null;
  readonly feed: EventFeedName;
  /** The latest event is JSON text. */
  readonly record: string;
}

/** Each event counts once for a company, however many roles it has in it. */
const WATCHED_EVENTS = `
with watched as (select company_id from watched_companies where workspace_id = $1), events as (
  select w.company_id, 'funding' as feed, e.id, e.announced_at, e.amount_usd_cents, ${preciseRecord("funding_events", "e")} as record
  from watched w join funding_events e on e.company_id = w.company_id ${getPurchase("funding_events", "e")}
  union all
  select w.company_id, 'acquisitions', e.id, e.announced_at, null, ${preciseRecord("acquisitions", "e")}
  from watched w join acquisitions e on e.acquirer_id = w.company_id or e.target_id = w.company_id
    ${getPurchase("acquisitions", "e")}
  union all
  select w.company_id, 'execMoves', e.id, e.announced_at, null, ${preciseRecord("exec_moves", "e")}
  from watched w join exec_moves e on e.company_id = w.company_id or e.from_company_id = w.company_id
    ${getPurchase("exec_moves", "e")}
)
select distinct on (company_id) company_id as id, feed, record, (count(*) over company)::int as events,
  (sum(amount_usd_cents) over company)::bigint as cents
from events window company as (partition by company_id) order by company_id, announced_at desc, id desc`;

/** Returns the watched companies with owned events. */
export async function readWatchedEvents(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
): Promise<readonly WatchedEvents[]> {
  const values = [workspaceId, since];
  return (await pool.query<WatchedEvents>({ name: "watched-events", text: WATCHED_EVENTS, values })).rows;
}

const OWNED = `owned as materialized (select p.kind, p.record_id from purchased_records p where ${COUNTS})`;

/** Selects the companies that purchased records name. */
const OWNED_COMPANIES = `
  select record_id as id from owned where kind = 'companies'
  union select e.company_id from owned o join funding_events e on e.id = o.record_id where o.kind = 'funding_events'
  union select unnest(array[e.acquirer_id, e.target_id]) from owned o join acquisitions e on e.id = o.record_id
    where o.kind = 'acquisitions'
  union select unnest(array[e.company_id, e.from_company_id]) from owned o join exec_moves e on e.id = o.record_id
    where o.kind = 'exec_moves'`;

const OWNED_INVESTORS = `
  select record_id as id from owned where kind = 'investors'
  union select i.investor_id from owned o join funding_event_investors i on i.event_id = o.record_id
    where o.kind = 'funding_events'`;

interface NameRow {
  readonly kind: keyof OwnedNames;
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  /** Only companies have former names. */
  readonly formerNames: readonly string[] | null;
  /** People have their newest owned move here. */
  readonly move: string | null;
}

/** Names that begin with the whole search (`$4`) come first; `$3` are patterns that a name has to match. */
const matching = (kind: string, columns: string, from: string, alias: string) =>
  `(select '${kind}' as kind, ${columns} from ${from} where folded_text(${alias}.name) ~ all($3::text[])
    order by not starts_with(folded_text(${alias}.name), $4), ${alias}.name, ${alias}.id limit ${OWNED_NAMES.most})`;

/** Matches of former names come after equal ones of names; a company is found once, by its best match. */
const MATCHING_COMPANIES = `(
  select 'companies' as kind, id, name, domain, ${formerNamesSql("best")} as "formerNames", null as move from (
    select distinct on (c.id) c.id, c.name, c.domain, not starts_with(folded_text(n.name), $4) as inside, n.former
    from (${OWNED_COMPANIES}) o join companies c using (id) join lateral (
      select c.name, false as former union all select f.name, true from company_former_names f where f.company_id = c.id
    ) n on folded_text(n.name) ~ all($3::text[])
    order by c.id, inside, n.former
  ) best order by inside, former, name, id limit ${OWNED_NAMES.most})`;

const NAMES = `with ${OWNED}
${MATCHING_COMPANIES}
union all
${matching("investors", "i.id, i.name, i.domain, null, null", `investors i join (${OWNED_INVESTORS}) o using (id)`, "i")}
union all
${matching(
  "people",
  "h.id, h.name, null, null, h.record",
  `(select distinct on (h.id) h.id, h.name, e.record
      from owned o join exec_moves e on e.id = o.record_id join people h on h.id = e.person_id
      where o.kind = 'exec_moves' order by h.id, e.announced_at desc, e.id desc) h`,
  "h",
)}`;

/** Finds companies, investors and people in purchased records whose name has a word beginning with each search word. */
export async function findOwnedNames(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
  search: string,
): Promise<OwnedNames> {
  const typed = foldText(search.trim());
  const patterns = (typed.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `(^|[^a-z0-9])${word}`);
  if (patterns.length === 0) return { companies: [], investors: [], people: [] };
  const { rows } = await pool.query<NameRow>(NAMES, [workspaceId, since, patterns, typed]);
  return {
    companies: rows.flatMap(({ kind, id, name, domain, formerNames }) =>
      kind === "companies" ? [{ id, name, domain, formerNames: formerNames ?? [] }] : [],
    ),
    investors: rows.flatMap(({ kind, id, name, domain }) => (kind === "investors" ? [{ id, name, domain }] : [])),
    people: rows.flatMap(({ kind, id, name, move }) => {
      if (kind !== "people" || move === null) return [];
      const { role, company } = JSON.parse(move);
      return [{ id, name, about: [role, company?.name].filter(Boolean).join(", ") }];
    }),
  };
}
