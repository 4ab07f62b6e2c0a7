/** Reads balances and ledgers of workspaces, and writes what is no charge: grants, refunds and corrections. */
import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";

export interface Balance {
  readonly balance: number;
  /** These sum all that was ever granted, refunded and used. */
  readonly granted: number;
  readonly refunded: number;
  readonly used: number;
  /** The sum of corrections, which are neither grants nor use, may be negative. */
  readonly corrected: number;
}

/** Grants have this endpoint in the ledger. */
const GRANT = "credits.grant";

/** Refunds have endpoints that begin like this; their reason follows. */
const REFUND = "credits.refund.";
/** Corrections by an operator have this endpoint. */
const CORRECTION = "credits.correction";
/** These conditions are for entries with the alias `l`. */
const IS_CORRECTION = `(l.endpoint = '${CORRECTION}')`;
const IS_REFUND = `(l.delta > 0 and starts_with(l.endpoint, '${REFUND}'))`;
export const IS_GRANT = `(l.delta > 0 and not ${IS_REFUND} and not ${IS_CORRECTION})`;
export const IS_USE = `(l.delta < 0 and not ${IS_CORRECTION})`;
/** Sums the entries with the alias `l` by what they are. */
export const SUMS = `coalesce(sum(l.delta) filter (where ${IS_GRANT}), 0)::bigint as granted,
  coalesce(sum(l.delta) filter (where ${IS_REFUND}), 0)::bigint as refunded,
  coalesce(-sum(l.delta) filter (where ${IS_USE}), 0)::bigint as used,
  coalesce(sum(l.delta) filter (where ${IS_CORRECTION}), 0)::bigint as corrected`;

/**
 * Sums what came back of the charge `l`. Accepted reports did not write `refund_of` before 0020, and do not in a service of
 * the previous version during an upgrade.
 */
export const REFUNDED = `(select coalesce(sum(back.delta), 0)::bigint from ledger back
  where back.workspace_id = l.workspace_id and back.delta > 0
    and (back.refund_of = l.id or back.id in (select refund_id from record_reports where charge_id = l.id and refund_id is not null)))`;

/** Adds credits and writes the ledger row in one statement; returns the new balance. */
export async function grantCredits(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  amount: number,
  at: Date,
): Promise<number> {
  return (await addCredits(db, workspaceId, { amount, endpoint: GRANT }, at)).balance;
}

export interface Refund {
  readonly amount: number;
  /** The word ends the endpoint of the entry, such as `duplicate`. */
  readonly reason: string;
  /** The charge that is given back, of which this many credits must be left (`REFUNDED`). */
  readonly refundOf: string;
  /** The dashboard's address of what is refunded. */
  readonly view: string | null;
  /** Members read this reason of the operator. */
  readonly note: string | null;
}

/**
 * Gives credits back by an entry of its own, which is no grant. What was used of a day, a month, a session or an allowance
 * stays used. Call it under the lock of the workspace, under which the amount was found to be left of the charge.
 */
export async function refundCredits(
  client: pg.PoolClient,
  workspaceId: string,
  { reason, ...entry }: Refund,
  at: Date,
): Promise<AddedEntry> {
  return addCredits(client, workspaceId, { ...entry, endpoint: `${REFUND}${reason}` }, at);
}

/** Changes the balance by an entry that is neither a grant nor use. The balance must cover a negative amount. */
export async function insertCorrection(
  client: pg.PoolClient,
  workspaceId: string,
  { amount, note }: { readonly amount: number; readonly note: string },
  at: Date,
): Promise<AddedEntry> {
  return addCredits(client, workspaceId, { amount, note, endpoint: CORRECTION }, at);
}

interface NewEntry {
  readonly amount: number;
  readonly endpoint: string;
  readonly refundOf?: string;
  readonly view?: string | null;
  readonly note?: string | null;
}

export interface AddedEntry {
  readonly id: string;
  readonly balance: number;
}

async function addCredits(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  { amount, endpoint, view, refundOf, note }: NewEntry,
  at: Date,
): Promise<AddedEntry> {
  const { rows } = await db.query<{ id: string; balance: number }>(
    `with paid as (update workspaces set balance = balance + $2, ledger_sequence = ledger_sequence + 1 where id = $1
       returning balance, ledger_sequence)
     insert into ledger (id, workspace_id, endpoint, view, delta, balance_after, sequence, at, refund_of, note)
     select $3, $1, $4, $5, $2, balance, ledger_sequence, $6, $7, $8 from paid returning id, balance_after as balance`,
    [workspaceId, amount, newId(), endpoint, view, at, refundOf, note],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} does not exist`);
  return row;
}

export async function readBalance(pool: pg.Pool, workspaceId: string): Promise<Balance> {
  const { rows } = await pool.query<Balance>(
    `select w.balance,
       ${SUMS}
     from workspaces w left join ledger l on l.workspace_id = w.id where w.id = $1 group by w.id`,
    [workspaceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} does not exist`);
  return row;
}

/** Replaces the name of a deleted account; its use still counts. */
export const FORMER_ACCOUNT = "Former account";

/** It is above every generated id. */
const NEWEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export interface LedgerFilter {
  /** Only entries before the one with this id are read. */
  readonly before?: string | undefined;
  /** Only the entry with this id is read. */
  readonly id?: string | undefined;
  /** Refunds of what was bought by the request, or by the person, are read too. */
  readonly requestId?: string | undefined;
  readonly personId?: string | undefined;
  /** This instant is included. */
  readonly since?: Date | undefined;
  /** This instant is not included. */
  readonly until?: Date | undefined;
}

/** Reads up to `limit` entries, newest first, with the names of who they are for; all of them without a limit. */
export function readLedger(
  pool: pg.Pool,
  workspaceId: string,
  limit: number | undefined,
  { before = NEWEST, id, requestId, personId, since, until }: LedgerFilter = {},
): Promise<AccountLedgerEntry[]> {
  return queryItems(
    pool,
    `select l.id, l.at, l.request_id as "requestId", l.endpoint, l.view,
       case when l.person_id is not null then coalesce(u.name, '${FORMER_ACCOUNT}') end as person, coalesce(c.client_name, k.name) as client,
       case when ${IS_USE} then coalesce(l.records, -l.delta) else 0 end::bigint as records, l.delta, l.balance_after as balance,
       l.refund_of as "refundOf", l.note
     from ledger l left join api_keys k on k.id = l.key_id
       left join mcp_connections c on c.id = l.connection_id left join users u on u.id = l.person_id
     where l.workspace_id = $1 and l.id < $2
       and ($4::uuid is null or $4 in (l.request_id, (select o.request_id from ledger o where o.workspace_id = l.workspace_id and o.id = l.refund_of)))
       and ($5::uuid is null or $5 in (l.person_id, (select o.person_id from ledger o where o.workspace_id = l.workspace_id and o.id = l.refund_of)))
       and ($6::timestamptz is null or l.at >= $6) and ($7::timestamptz is null or l.at < $7) and ($8::uuid is null or l.id = $8)
     order by l.id desc limit $3`,
    [workspaceId, before, limit, requestId, personId, since, until, id],
  );
}
