/** Stores bulk purchases: starts, lists and stops those of a person, and leases what is running to one process. */
import type { BulkPurchase } from "@dealflow/contract/account/spending/bulk-purchases";
import type { FeedName } from "@dealflow/contract/feeds";
import type pg from "pg";
import { idBefore } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { isUniqueViolation } from "@/service/store/transaction";

/** A process that was killed leaves its purchases to the others after this time (ms). */
const LEASE_MS = 30_000;
const MOST_LISTED = 20;
const KEPT_DAYS = 30;

const COLUMNS = `id, feed, query, agreed, credits, state, problem, started_at as "startedAt"`;

export interface Buyer {
  readonly workspaceId: string;
  readonly personId: string;
}

export interface NewBulkPurchase extends Pick<BulkPurchase, "id" | "feed" | "query" | "agreed"> {
  readonly sessionId: string;
  readonly view: string;
}

/** Returns the purchase that has this id, new or not. Throws `RuleError` when the person runs another one. */
export async function insertBulkPurchase(
  pool: pg.Pool,
  { workspaceId, personId }: Buyer,
  { id, sessionId, feed, query, agreed, view }: NewBulkPurchase,
  now: Date,
): Promise<BulkPurchase> {
  try {
    await pool.query(
      `insert into bulk_purchases (workspace_id, user_id, id, session_id, feed, query, agreed, view, started_at, leased_until)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (workspace_id, id) do nothing`,
      [workspaceId, personId, id, sessionId, feed, query, agreed, view, now],
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new RuleError("CONFLICT", "Another purchase of yours is still running. Wait for it, or stop it.");
  }
  return one(
    await queryItems(
      pool,
      `select ${COLUMNS} from bulk_purchases where workspace_id = $1 and user_id = $2 and id = $3`,
      [workspaceId, personId, id],
    ),
  );
}

export function listBulkPurchases(pool: pg.Pool, { workspaceId, personId }: Buyer): Promise<BulkPurchase[]> {
  return queryItems(
    pool,
    `select ${COLUMNS} from bulk_purchases where workspace_id = $1 and user_id = $2
     order by started_at desc, id limit ${MOST_LISTED}`,
    [workspaceId, personId],
  );
}

/**
 * Returns it as it is then: one that has ended stays so, and one that is leased ends after its portion. Throws `RuleError`
 * when the person has none of that id.
 */
export async function stopBulkPurchase(
  pool: pg.Pool,
  { workspaceId, personId }: Buyer,
  id: string,
  now: Date,
): Promise<BulkPurchase> {
  return one(
    await queryItems(
      pool,
      `update bulk_purchases set state = case
         when state <> 'running' then state when leased_until <= $4 then 'stopped' else 'stopping' end
       where workspace_id = $1 and user_id = $2 and id = $3 returning ${COLUMNS}`,
      [workspaceId, personId, id, now],
    ),
  );
}

function one([purchase]: readonly BulkPurchase[]): BulkPurchase {
  if (purchase === undefined) throw new RuleError("NOT_FOUND", "This purchase doesn't exist.");
  return purchase;
}

/** One process has leased it. */
export interface RunningPurchase extends Buyer {
  readonly id: string;
  readonly sessionId: string;
  /** The Dashboard key is null once it is revoked. */
  keyId: string | null;
  readonly feed: FeedName;
  readonly query: string;
  readonly view: string;
  readonly agreed: number;
  readonly startedAt: Date;
  /** It identifies the lease: another process that took the purchase over wrote another instant. */
  leasedUntil: Date;
  /** The ledger has this many credits of it. */
  readonly credits: number;
}

/**
 * Leases the oldest running purchase that no process has. Those of people who are no longer members or are disabled, and of
 * blocked workspaces, are left.
 */
export async function leaseBulkPurchase(pool: pg.Pool, now: Date): Promise<RunningPurchase | undefined> {
  const { rows } = await pool.query<Omit<RunningPurchase, "credits">>(
    `update bulk_purchases b set leased_until = $2
     from (
       select p.workspace_id, p.id, k.id as key_id
       from bulk_purchases p
       join members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id
       join users u on u.id = p.user_id and u.disabled_at is null
       join workspaces w on w.id = p.workspace_id and not w.blocked
       left join api_keys k on k.workspace_id = p.workspace_id and k.dashboard and k.revoked_at is null
       where p.state in ('running', 'stopping') and p.leased_until <= $1
       order by p.started_at limit 1 for update of p skip locked
     ) due
     where b.workspace_id = due.workspace_id and b.id = due.id
     returning b.workspace_id as "workspaceId", b.user_id as "personId", b.id, b.session_id as "sessionId",
       due.key_id as "keyId", b.feed, b.query, b.view, b.agreed, b.started_at as "startedAt",
       b.leased_until as "leasedUntil"`,
    [now, leaseEnd(now)],
  );
  const [purchase] = rows;
  return purchase && { ...purchase, credits: await readSpent(pool, purchase) };
}

/** Sums the ledger: a process that was killed, or lost its connection, may not know what it charged. */
async function readSpent(
  pool: pg.Pool,
  { workspaceId, id, startedAt }: Pick<RunningPurchase, "workspaceId" | "id" | "startedAt">,
): Promise<number> {
  const { rows } = await pool.query<{ credits: number }>(
    `select coalesce(-sum(delta), 0)::int as credits from ledger where workspace_id = $1 and id >= $2 and request_id = $3`,
    [workspaceId, idBefore(startedAt.getTime()), id],
  );
  return rows[0]?.credits ?? 0;
}

/**
 * Stores the progress and renews the lease. Returns `stopped` when the purchase is to be stopped, and `lost` when another
 * process took it over, or its person may no longer buy.
 */
export async function renewLease(
  pool: pg.Pool,
  purchase: RunningPurchase,
  credits: number,
  now: Date,
): Promise<"running" | "stopped" | "lost"> {
  const { workspaceId, personId, id, leasedUntil } = purchase;
  const renewed = leaseEnd(now);
  const { rows } = await pool.query<Pick<RunningPurchase, "keyId"> & { state: string }>(
    `update bulk_purchases b set credits = $4, leased_until = $5
     from members m join workspaces w on w.id = m.workspace_id and not w.blocked
       join users u on u.id = m.user_id and u.disabled_at is null
       left join api_keys k on k.workspace_id = m.workspace_id and k.dashboard and k.revoked_at is null
     where b.workspace_id = $1 and b.id = $2 and b.leased_until = $3 and m.workspace_id = $1 and m.user_id = $6
     returning b.state, k.id as "keyId"`,
    [workspaceId, id, leasedUntil, credits, renewed, personId],
  );
  const [row] = rows;
  if (row === undefined) return "lost";
  purchase.leasedUntil = renewed;
  purchase.keyId = row.keyId;
  return row.state === "running" ? "running" : "stopped";
}

export type PurchaseEnd =
  | { readonly state: "done" | "stopped" }
  | { readonly state: "failed"; readonly problem: string }
  /** It goes on, here or in another process, unless it is to be stopped. */
  | { readonly state: "running" };

/** Stores how the work on a purchase ended, and what the ledger says was spent; nothing when the lease was lost. */
export async function endLease(
  pool: pg.Pool,
  purchase: RunningPurchase,
  end: PurchaseEnd,
  leasedUntil: Date,
): Promise<void> {
  const { workspaceId, id } = purchase;
  const problem = end.state === "failed" ? end.problem : null;
  await pool.query(
    `update bulk_purchases set credits = $3, leased_until = $4, problem = $5,
       state = case when $6 <> 'running' then $6 when state = 'stopping' then 'stopped' else state end
     where workspace_id = $1 and id = $2 and leased_until = $7`,
    [workspaceId, id, await readSpent(pool, purchase), leasedUntil, problem, end.state, purchase.leasedUntil],
  );
}

export async function deleteOldBulkPurchases(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from bulk_purchases where state not in ('running', 'stopping') and started_at < $1::timestamptz - interval '${KEPT_DAYS} days'`,
    [now],
  );
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
