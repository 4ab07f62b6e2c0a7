/** Finds the companies and investors that purchased records name. */
import type { OwnedNames } from "@dealflow/contract/account/spending/purchases";
import type { FeedName } from "@dealflow/contract/feeds";
import type pg from "pg";
import type { PurchaseScope } from "./purchased";

/** `$1` is the workspace; purchases until `$2` do not count. The condition applies to purchases with the alias `p`. */
export const COUNTS = "p.workspace_id = $1 and ($2::timestamptz is null or p.at > $2)";

export function getPurchase(kind: string, alias: string): string {
  return `join purchased_records p on p.kind = '${kind}' and p.record_id = ${alias}.id and ${COUNTS}`;
}

/** Selects the former names of a company, the latest first. */
export function formerNamesSql(alias: string): string {
  return `array(select name from company_former_names where company_id = ${alias}.id order by seen_at desc, name)`;
}

/** Selects those of the companies `$3` that purchased records name: it begins with these few. */
const named = (kind: string, ids: string) =>
  `select ${ids} from ${kind} e ${getPurchase(kind, "e")} where ${ids} = any($3::uuid[])`;
const KNOWN_COMPANIES = `select c.id, c.name, c.domain, ${formerNamesSql("c")} as "formerNames"
  from companies c where c.id in (
  ${[
    named("companies", "e.id"),
    named("funding_events", "e.company_id"),
    named("acquisitions", "e.acquirer_id"),
    named("acquisitions", "e.target_id"),
    named("exec_moves", "e.company_id"),
    named("exec_moves", "e.from_company_id"),
  ].join(" union ")})`;

/** Returns the names of those companies that purchased records name. */
export async function readKnownCompanies(pool: pg.Pool, { workspaceId, since }: PurchaseScope, ids: readonly string[]) {
  const values = [workspaceId, since, ids];
  return (await pool.query<OwnedNames["companies"][number]>({ name: "known-companies", text: KNOWN_COMPANIES, values }))
    .rows;
}

/** Purchased records say this about a company or investor, whether it is purchased itself or not. */
interface Known {
  /** These fields of its record are known. */
  readonly named: { readonly id: string; readonly name: string; readonly domain?: string | null };
  /** This many purchased rounds name the investor. */
  readonly ownedRounds?: number;
  /** The company had these names, if any. */
  readonly formerNames?: readonly string[];
}

type ReadKnown = (pool: pg.Pool, purchases: PurchaseScope, ids: readonly string[]) => Promise<Map<string, Known>>;

/** These functions read what purchased records say about the records of a page; they say nothing about events. */
export const KNOWN_READERS: Readonly<Partial<Record<FeedName, ReadKnown>>> = {
  companies: async (pool, purchases, ids) => {
    const companies = await readKnownCompanies(pool, purchases, ids);
    const known = companies.map(({ formerNames, ...named }) =>
      formerNames.length > 0 ? { named, formerNames } : { named },
    );
    return new Map(known.map((one) => [one.named.id, one]));
  },
  investors: async (pool, purchases, ids) => {
    const investors = await readKnownInvestors(pool, purchases, ids);
    return new Map(investors.map(({ rounds: ownedRounds, ...named }) => [named.id, { named, ownedRounds }]));
  },
};

/** Counts the purchased rounds that name an investor: each of these ids, or all without any. */
export async function readKnownInvestors(
  db: pg.Pool | pg.ClientBase,
  { workspaceId, since }: PurchaseScope,
  ids?: readonly string[],
) {
  const { rows } = await db.query<{ id: string; name: string; rounds: number }>(
    `select v.id, v.name, n.rounds from (
       select i.investor_id as id, count(distinct i.event_id)::int as rounds
       from funding_event_investors i join purchased_records p on p.record_id = i.event_id
       where p.kind = 'funding_events' and ${COUNTS} ${ids === undefined ? "" : "and i.investor_id = any($3::uuid[])"}
       group by i.investor_id) n join investors v using (id)`,
    [workspaceId, since, ...(ids === undefined ? [] : [ids])],
  );
  return rows;
}
