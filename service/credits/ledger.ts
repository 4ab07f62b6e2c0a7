/** Grants, balances and the ledger of a workspace. */
import type pg from "pg";
import { newId } from "@/service/store/new-id";

export interface Balance {
  readonly balance: number;
  /** These sum all that was ever granted, refunded and used. */
  readonly granted: number;
  readonly refunded: number;
  readonly used: number;
}

/** Grants have this endpoint in the ledger. */
const GRANT = "credits.grant";

/** Refunds have endpoints that begin like this; their reason follows. */
const REFUND = "credits.refund.";
/** Conditions for entries with the alias `l`. */
export const IS_GRANT = `(l.delta > 0 and not starts_with(l.endpoint, '${REFUND}'))`;
export const IS_REFUND = `(l.delta > 0 and starts_with(l.endpoint, '${REFUND}'))`;

/** Adds credits and writes the ledger row in one statement; returns the new balance. */
export async function grantCredits(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  amount: number,
  at: Date,
): Promise<number> {
  return (await addCredits(db, workspaceId, { amount, endpoint: GRANT, view: null }, at)).balance;
}

export interface Refund {
  readonly amount: number;
  /** The word ends the endpoint of the entry, such as `duplicate`. */
  readonly reason: string;
  /** The dashboard's address of what is refunded. */
  readonly view: string;
}

/**
 * Gives credits back by an entry of its own, which is no grant. What was used of a day, a month, a session or an allowance
 * stays used. Returns the id of the entry.
 */
export async function refundCredits(
  client: pg.PoolClient,
  workspaceId: string,
  { amount, reason, view }: Refund,
  at: Date,
): Promise<string> {
  return (await addCredits(client, workspaceId, { amount, endpoint: `${REFUND}${reason}`, view }, at)).id;
}

async function addCredits(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  { amount, endpoint, view }: { readonly amount: number; readonly endpoint: string; readonly view: string | null },
  at: Date,
): Promise<{ readonly id: string; readonly balance: number }> {
  const { rows } = await db.query<{ id: string; balance: number }>(
    `with paid as (update workspaces set balance = balance + $2, ledger_sequence = ledger_sequence + 1 where id = $1
       returning balance, ledger_sequence)
     insert into ledger (id, workspace_id, endpoint, view, delta, balance_after, sequence, at)
     select $3, $1, $4, $5, $2, balance, ledger_sequence, $6 from paid returning id, balance_after as balance`,
    [workspaceId, amount, newId(), endpoint, view, at],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} does not exist`);
  return row;
}

export async function readBalance(pool: pg.Pool, workspaceId: string): Promise<Balance> {
  const { rows } = await pool.query<Balance>(
    `select w.balance,
       coalesce(sum(l.delta) filter (where ${IS_GRANT}), 0)::bigint as granted,
       coalesce(sum(l.delta) filter (where ${IS_REFUND}), 0)::bigint as refunded,
       coalesce(-sum(l.delta) filter (where l.delta < 0), 0)::bigint as used
     from workspaces w left join ledger l on l.workspace_id = w.id where w.id = $1 group by w.id`,
    [workspaceId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`workspace ${workspaceId} does not exist`);
  return row;
}

/** Entries are shown with the names of who they are for. */
export interface LedgerLine {
  readonly id: string;
  /** ISO timestamp. */
  readonly at: string;
  readonly requestId: string | null;
  readonly endpoint: string;
  readonly view: string | null;
  /** This person bought it in the dashboard. */
  readonly person: string | null;
  /** This names the key or the MCP client. */
  readonly client: string | null;
  readonly records: number;
  /** Credits are negative for use, positive for a grant or a refund. */
  readonly delta: number;
  readonly balance: number;
}

/** Replaces the name of a deleted account; its use still counts. */
export const FORMER_ACCOUNT = "Former account";

/** It is above every generated id. */
const NEWEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export interface LedgerFilter {
  /** Only entries before the one with this id are read. */
  readonly before?: string | undefined;
  readonly requestId?: string | undefined;
  readonly personId?: string | undefined;
  /** This instant is included. */
  readonly since?: Date | undefined;
  /** This instant is not included. */
  readonly until?: Date | undefined;
}

/** Reads up to `limit` entries, newest first. */
export async function readLedger(
  pool: pg.Pool,
  workspaceId: string,
  limit: number,
  { before = NEWEST, requestId, personId, since, until }: LedgerFilter = {},
): Promise<LedgerLine[]> {
  const { rows } = await pool.query<Omit<LedgerLine, "at"> & { at: Date }>(
    `select l.id, l.at, l.request_id as "requestId", l.endpoint, l.view,
       case when l.person_id is not null and l.connection_id is null then coalesce(u.name, '${FORMER_ACCOUNT}') end as person, coalesce(c.client_name, k.name) as client,
       coalesce(l.records, greatest(-l.delta, 0))::bigint as records, l.delta, l.balance_after as balance
     from ledger l left join api_keys k on k.id = l.key_id
       left join mcp_connections c on c.id = l.connection_id left join users u on u.id = l.person_id
     where l.workspace_id = $1 and l.id < $2 and ($4::uuid is null or l.request_id = $4) and ($5::uuid is null or l.person_id = $5)
       and ($6::timestamptz is null or l.at >= $6) and ($7::timestamptz is null or l.at < $7)
     order by l.id desc limit $3`,
    [workspaceId, before, limit, requestId, personId, since, until],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
