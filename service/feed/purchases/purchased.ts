/** Selects the records of a feed that a workspace has purchased. */
import type pg from "pg";
import {
  type Clause,
  type FeedSource,
  type FeedTable,
  joinClauses,
  type SelectQuery,
  type Statement,
  Values,
} from "../sources/source";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the instant before which purchases no longer count; null when all count. */
export function purchasesSince(payOnceDays: number, now: Date): Date | null {
  return Number.isFinite(payOnceDays) ? new Date(now.getTime() - payOnceDays * DAY_MS) : null;
}

/** The scope selects the purchases of a workspace that count. */
export interface PurchaseScope {
  readonly workspaceId: string;
  readonly since: Date | null;
}

export function getPurchaseScope(workspaceId: string, payOnceDays: number, now = new Date()): PurchaseScope {
  return { workspaceId, since: purchasesSince(payOnceDays, now) };
}

/** Returns the version of the table, and the ISO timestamps of purchases by the ids of records. */
export async function readPurchases(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
  table: FeedTable,
  ids: readonly string[],
) {
  const { rows } = await pool.query<{ version: number; id: string | null; at: Date }>({
    name: "purchases-of-page",
    text: `select f.version, p.record_id as id, p.at
      from feeds f
      left join purchased_records p on p.workspace_id = $2 and p.kind = f.feed and p.record_id = any($3::uuid[])
        and ($4::timestamptz is null or p.at > $4)
      where f.feed = $1`,
    values: [table, workspaceId, ids, since],
  });
  return {
    version: rows[0]?.version ?? 0,
    purchasedAt: new Map(rows.flatMap(({ id, at }) => (id === null ? [] : [[id, at.toISOString()]]))),
  };
}

/** Returns the ids of those of these records that the workspace has purchased. */
export async function findPurchased(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
  keys: readonly { readonly kind: FeedTable; readonly id: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: "records-purchased",
    text: `select p.record_id as id from unnest($2::text[], $3::uuid[]) as requested (kind, id)
      join purchased_records p on p.workspace_id = $1 and p.kind = requested.kind
        and p.record_id = requested.id and ($4::timestamptz is null or p.at > $4)`,
    values: [workspaceId, keys.map(({ kind }) => kind), keys.map(({ id }) => id), since],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Counts the existing records of a table among these, and those of them that are not purchased. */
export async function countUnpaid(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
  table: FeedTable,
  ids: readonly string[],
): Promise<{ records: number; newRecords: number }> {
  const { rows } = await pool.query<{ records: number; newRecords: number }>(
    `select count(*)::int as records, count(*) filter (where p.record_id is null)::int as "newRecords"
     from unnest($1::uuid[]) as requested (id) join ${table} r on r.id = requested.id
     left join purchased_records p on p.workspace_id = $2 and p.kind = $3 and p.record_id = r.id
       and ($4::timestamptz is null or p.at > $4)`,
    [ids, workspaceId, table, since],
  );
  return rows[0] ?? { records: 0, newRecords: 0 };
}

/** Counts purchases by table, also those whose record was deleted since. */
export async function countPurchases(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ kind: string; count: number }>(
    `select kind, count(*) from purchased_records
     where workspace_id = $1 and ($2::timestamptz is null or at > $2) group by kind`,
    [workspaceId, since],
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** Restricts a feed to the records that the workspace has purchased. */
export function purchasedSource(source: FeedSource, purchases: PurchaseScope): FeedSource {
  const purchased = isPurchased(source.table, purchases);
  return withSelect(source, (select) => ({ ...select, selective: [...select.selective, purchased] }));
}

/** Restricts a feed to the records that the workspace has not purchased. */
export function unpurchasedSource(source: FeedSource, purchases: PurchaseScope): FeedSource {
  const unpurchased = isUnpurchased(source.table, purchases);
  return withSelect(source, (select) => ({ ...select, filters: [...select.filters, unpurchased] }));
}

function withSelect(source: FeedSource, change: (select: SelectQuery) => SelectQuery): FeedSource {
  return {
    ...source,
    buildQuery: (query, position, generation) => change(source.buildQuery(query, position, generation)),
  };
}

/** Counts up to `most` records that queries of one feed find, and those among them that are not purchased. */
export function countUnpaidStatement(
  selects: readonly [SelectQuery, ...SelectQuery[]],
  purchases: PurchaseScope,
  most: number,
): Statement {
  const values = new Values();
  const [{ table, order }] = selects;
  const columns = order.columns.map((column) => `${column} ${order.direction}`).join(", ");
  const limit = `order by ${columns} limit ${values.add(most + 1)}`;
  const parts = selects.map(({ relation, selective, skipping, filters, range }) => {
    const from = relation(values);
    const condition = joinClauses([...selective, ...skipping, ...filters, ...range], values);
    const keys = [...new Set(["id", ...order.columns])].map((column) => `r.${column}`).join(", ");
    return `(select ${keys} from ${from} r where ${condition} ${limit})`;
  });
  const text = `with found as materialized (
      select id from (${parts.join(" union all ")}) part ${limit}
    ), counted as (select id from found limit ${values.add(most)})
    select (select count(*) from counted)::int as records, (select count(*) from found)::int as found,
      (select count(*) from counted c
        where not exists (${purchasedIds(table, purchases, values)} and record_id = c.id))::int as "newRecords"`;
  return { text, values: values.list };
}

/** Applies to rows with the alias `r`. */
export function isPurchased(table: FeedTable, purchases: PurchaseScope): Clause {
  return (values) => `r.id in (${purchasedIds(table, purchases, values)})`;
}

/** Applies to rows of one relation with any alias. */
export function isUnpurchased(table: FeedTable, purchases: PurchaseScope): Clause {
  return (values) => `id not in (${purchasedIds(table, purchases, values)})`;
}

/** Returns how many records of a table the workspace has purchased, and a text that changes with each purchase. */
export async function readPurchasesVersion(
  pool: pg.Pool,
  { workspaceId, since }: PurchaseScope,
  table: FeedTable,
): Promise<{ readonly count: number; readonly version: string }> {
  const { rows } = await pool.query<{ count: number; version: string }>({
    name: "purchases-version",
    text: `select n.count, concat_ws(' ', w.ledger_sequence, n.count, $3::timestamptz) as version
      from workspaces w cross join lateral (
        select count(*) as count from purchased_records p
        where p.workspace_id = w.id and p.kind = $2 and ($3::timestamptz is null or p.at > $3)
      ) n where w.id = $1`,
    values: [workspaceId, table, since],
  });
  return rows[0] ?? { count: 0, version: "" };
}

function purchasedIds(table: FeedTable, { workspaceId, since }: PurchaseScope, values: Values): string {
  const counts = since === null ? "" : ` and at > ${values.add(since)}::timestamptz`;
  return `select record_id from purchased_records
    where workspace_id = ${values.add(workspaceId)}::uuid and kind = ${values.add(table)}${counts}`;
}
