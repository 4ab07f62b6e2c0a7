/** Creates and reads workspaces, which own credits and keys. */

import type { ListedWorkspace } from "@dealflow/contract/account/administration";
import { DASHBOARD_KEY } from "@dealflow/contract/account/keys";
import type { AccountWorkspace } from "@dealflow/contract/account/spending/credits";
import { type Plan, RATE_LIMITS } from "@dealflow/contract/limits";
import { isUuid } from "@dealflow/contract/query/syntax";
import { WEBHOOKS_BY_PLAN, type WebhookMode } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { USED_DAY, USED_MONTH } from "@/service/credits/budgets";
import type { RateLimit } from "@/service/credits/charge";
import { grantCredits, IS_GRANT } from "@/service/credits/ledger";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly balance: number;
}

/** A person in a workspace, who need not be in it any more. */
export interface WorkspaceMember {
  readonly workspaceId: string;
  readonly personId: string;
}

/** A workspace's own limits override those of its plan. */
export interface Limits {
  readonly plan: Plan;
  readonly rate_per_minute: number | null;
  readonly burst: number | null;
}

export function getRateLimit({ plan, rate_per_minute, burst }: Limits): RateLimit {
  const planLimit = RATE_LIMITS[plan];
  return { perMinute: rate_per_minute ?? planLimit.perMinute, burst: burst ?? planLimit.burst };
}

/** Inserts a workspace with its Dashboard key and a first grant (0 for none), in the caller's transaction. */
export async function insertWorkspace(
  client: pg.PoolClient,
  { name, credits, at, plan = "free" }: NewWorkspace,
): Promise<Workspace> {
  const id = newId();
  await client.query("insert into workspaces (id, name, created_at, plan) values ($1, $2, $3, $4)", [
    id,
    name,
    at,
    plan,
  ]);
  await insertDashboardKey(client, id, at);
  if (credits > 0) await grantCredits(client, id, credits, at);
  return { id, name, balance: credits };
}

/**
 * Inserts the key by which the ledger names the dashboard's own requests. It is listed and revocable, but has no text. Returns its
 * id, or undefined when the workspace already has an active one: there is never more than one.
 */
export async function insertDashboardKey(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  at: Date,
): Promise<string | undefined> {
  const id = newId();
  const { rowCount } = await db.query(
    `insert into api_keys (id, workspace_id, name, prefix, dashboard, created_at) values ($1, $2, $3, '', true, $4)
     on conflict (workspace_id) where dashboard and revoked_at is null do nothing`,
    [id, workspaceId, DASHBOARD_KEY, at],
  );
  return rowCount === 1 ? id : undefined;
}

interface NewWorkspace {
  readonly name: string;
  readonly credits: number;
  readonly at: Date;
  readonly plan?: Plan | undefined;
}

/**
 * Creates a workspace with a first grant (0 for none). Returns undefined when the name is taken: people's own
 * workspaces may share a name, but one that an operator creates is looked up by it.
 */
export async function createWorkspace(
  pool: pg.Pool,
  name: string,
  credits: number,
  at: Date,
  plan: Plan = "free",
): Promise<Workspace | undefined> {
  return inTransaction(pool, async (client) => {
    // Of two concurrent creations the second waits here, and then finds the name taken. No charge waits for either.
    await client.query(
      `insert into settings (name, value) values ('workspace being made', 'null')
       on conflict (name) do update set value = excluded.value`,
    );
    const { rowCount } = await client.query("select from workspaces where name = $1 limit 1", [name]);
    return rowCount === 0 ? insertWorkspace(client, { name, credits, at, plan }) : undefined;
  });
}

/**
 * @param search only workspaces whose name contains it, in any case, or whose id it is
 * @param limit the highest number of workspaces, the newest first; all by default
 */
export async function listWorkspaces(pool: pg.Pool, search = "", limit?: number): Promise<ListedWorkspace[]> {
  const { rows } = await pool.query<ListedWorkspace>(
    `select w.id, w.name, w.balance, w.blocked, coalesce((
       select json_agg(json_build_object('email', u.email, 'role', m.role) order by u.email)
       from members m join users u on u.id = m.user_id where m.workspace_id = w.id
     ), '[]') as members
     from workspaces w where strpos(lower(w.name), lower($1)) > 0 or w.id::text = lower($1) order by w.id desc limit $2`,
    [search, limit],
  );
  return rows;
}

/** Returns the workspaces with this id or name, the one with the id first; several may share a name. */
export async function findWorkspaces(pool: pg.Pool, idOrName: string): Promise<Workspace[]> {
  const id = isUuid(idOrName) ? idOrName : null;
  const { rows } = await pool.query<Workspace>(
    "select id, name, balance from workspaces where name = $1 or id = $2 order by id = $2 desc nulls last, id",
    [idOrName, id],
  );
  return rows;
}

/** Reads the ledgers of all workspaces, whose requests have no index. */
export async function findWorkspaceOfRequest(pool: pg.Pool, requestId: string): Promise<Workspace | undefined> {
  const { rows } = await pool.query<Workspace>(
    `select w.id, w.name, w.balance from workspaces w
     where w.id = (select workspace_id from ledger where request_id = $1 limit 1)`,
    [requestId],
  );
  return rows[0];
}

/** Reads the name, the balance, the sequence of the ledger entry that left that balance, and what budgets leave the person. */
export async function readWorkspaceBalance(
  pool: pg.Pool,
  workspaceId: string,
  { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
  at: Date,
): Promise<AccountWorkspace | undefined> {
  const { rows } = await pool.query<AccountWorkspace>({
    name: "workspace-balance",
    text: `select w.id, w.name, w.balance, w.ledger_sequence as sequence,
       (select l.balance_after from ledger l where l.workspace_id = w.id and ${IS_GRANT} order by l.id desc limit 1) as highest,
       s.used as "sessionUsed", b.session as "sessionBudget", least(b.session, s.used + rest.credits) as "sessionMost"
     from workspaces w
     cross join lateral (select used_in_session($2, '', $3) as used) s
     left join budgets b on b.workspace_id = w.id and b.user_id is null
     cross join lateral (
       select min(least(l.day - ${USED_DAY}, l.month - ${USED_MONTH})) as credits
       from (select ($3::timestamptz at time zone 'UTC')::date as today) now
       cross join (
         select null::uuid as person_id, w.used_on, w.used_day, w.used_month
         union all
         select user_id, used_on, used_day, used_month from members where workspace_id = w.id and user_id = $4
       ) u
       join budgets l on l.workspace_id = w.id and l.user_id is not distinct from u.person_id
     ) rest
     where w.id = $1`,
    values: [workspaceId, sessionId, at, personId],
  });
  return rows[0];
}

/**
 * Applies the given changes; `"plan"` removes the workspace's own value. Returns the effective settings: the rate is in requests per
 * minute, and the burst is the number allowed together after a rest.
 */
export async function updateWorkspace(
  pool: pg.Pool,
  workspaceId: string,
  change: {
    readonly plan?: Plan | undefined;
    readonly rate?: number | "plan" | undefined;
    readonly burst?: number | "plan" | undefined;
    readonly webhooks?: WebhookMode | "plan" | undefined;
    readonly blocked?: boolean | undefined;
  },
) {
  const own = <T>(value: T | "plan" | undefined) => (value === "plan" ? null : (value ?? null));
  const { rows } = await pool.query<Limits & { blocked: boolean; webhooks: WebhookMode | null }>(
    `update workspaces set plan = coalesce($2, plan), blocked = coalesce($3, blocked),
       rate_per_minute = case when $4 then $5 else rate_per_minute end,
       burst = case when $6 then $7 else burst end,
       webhooks = case when $8 then $9 else webhooks end
     where id = $1 returning plan, rate_per_minute, burst, blocked, webhooks`,
    [
      workspaceId,
      change.plan ?? null,
      change.blocked ?? null,
      change.rate !== undefined,
      own(change.rate),
      change.burst !== undefined,
      own(change.burst),
      change.webhooks !== undefined,
      own(change.webhooks),
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`workspace ${workspaceId} does not exist`);
  const limit = getRateLimit(row);
  const { plan, blocked, webhooks } = row;
  return { plan, rate: limit.perMinute, burst: limit.burst, webhooks: webhooks ?? WEBHOOKS_BY_PLAN[plan], blocked };
}

/** Serializes additions to anything that a workspace may have only a limited number of. */
export async function lockWorkspace(client: pg.PoolClient, workspaceId: string): Promise<void> {
  await client.query("select from workspaces where id = $1 for no key update", [workspaceId]);
}
