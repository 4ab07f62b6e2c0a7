/** Creates, rotates and replaces people's keys: a limited number per workspace, and none that outlives its rotation. */

import { type AccountKey, DASHBOARD_KEY, KEY_LIMITS, type NewKey } from "@dealflow/contract/account/keys";
import type pg from "pg";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { createKey } from "./keys";
import { notOwner } from "./members/locks";
import { insertDashboardKey, lockWorkspace, type WorkspaceMember } from "./workspaces";

const DAY_MS = 86_400_000;
const UNUSED = { lastUsedAt: null, expiresAt: null, revokedAt: null };
const WORKS = "revoked_at is null and (expires_at is null or expires_at > $2)";

/** Throws `RuleError`. */
export async function addKey(pool: pg.Pool, owner: WorkspaceMember, name: string, now: Date): Promise<NewKey> {
  // Usage and the ledger tell keys apart by name.
  if (name.toLowerCase() === DASHBOARD_KEY.toLowerCase())
    throw new RuleError(
      "CONFLICT",
      `The name "${DASHBOARD_KEY}" stands for the dashboard's own requests. Choose another one.`,
    );
  return inTransaction(pool, async (client) => {
    await lockWorkspace(client, owner.workspaceId);
    return insertKey(client, owner, name, now);
  });
}

/** Creates a key under the same name; the old one works for this many more days. Throws `RuleError`. */
export async function rotateKey(
  pool: pg.Pool,
  owner: WorkspaceMember,
  id: string,
  days: number,
  now: Date,
): Promise<NewKey> {
  const { workspaceId } = owner;
  return inTransaction(pool, async (client) => {
    await lockWorkspace(client, workspaceId);
    const { rows } = await client.query<{ name: string; dashboard: boolean; expires_at: Date | null }>(
      `select name, dashboard, expires_at from api_keys where workspace_id = $1 and id = $3 and ${WORKS}`,
      [workspaceId, now, id],
    );
    const [old] = rows;
    if (old === undefined) throw new RuleError("NOT_FOUND", "This key doesn't exist or is no longer active.");
    if (old.dashboard)
      throw new RuleError("CONFLICT", "The Dashboard key can't be rotated. Revoke and restore it instead.");
    if (old.expires_at !== null) throw new RuleError("CONFLICT", "This key was already rotated.");
    const endColumn = days === 0 ? "revoked_at" : "expires_at";
    await client.query(`update api_keys set ${endColumn} = $2 where id = $1`, [
      id,
      new Date(now.getTime() + days * DAY_MS),
    ]);
    return insertKey(client, owner, old.name, now);
  });
}

/** Throws `RuleError`. */
export async function restoreDashboardKey(pool: pg.Pool, workspaceId: string, now: Date): Promise<AccountKey> {
  const id = await inTransaction(pool, async (client) => {
    await lockWorkspace(client, workspaceId);
    const created = await insertDashboardKey(client, workspaceId, now);
    if (created === undefined) throw new RuleError("CONFLICT", "The Dashboard key is already active.");
    await checkDailyLimit(client, workspaceId, true, now);
    return created;
  });
  const createdAt = now.toISOString();
  return { id, name: DASHBOARD_KEY, lastFour: null, dashboard: true, createdBy: null, createdAt, ...UNUSED };
}

/** Call it under the workspace's lock. Someone who was removed or demoted while they waited for it gets no key that would outlast that. */
async function insertKey(
  client: pg.PoolClient,
  { workspaceId, personId }: WorkspaceMember,
  name: string,
  now: Date,
): Promise<NewKey> {
  const { rows } = await client.query<{ number: number; maker: string }>(
    `select count(k.id) as number, u.name as maker from users u
     join members m on m.workspace_id = $1 and m.user_id = u.id and m.role = 'owner'
     left join api_keys k on k.workspace_id = $1 and ${WORKS} and not dashboard
     where u.id = $3 group by u.id`,
    [workspaceId, now, personId],
  );
  const [owned] = rows;
  if (owned === undefined) throw notOwner();
  const most = KEY_LIMITS.perWorkspace;
  if (owned.number >= most)
    throw new RuleError("CONFLICT", `A workspace can have at most ${most} active keys. Revoke one first.`);
  const { id, key: text } = await createKey(client, workspaceId, name, now, personId);
  await checkDailyLimit(client, workspaceId, false, now);
  const lastFour = text.slice(-4);
  const createdBy = { id: personId, name: owned.maker };
  return { key: { id, name, lastFour, dashboard: false, createdBy, createdAt: now.toISOString(), ...UNUSED }, text };
}

/** Counts the key that was just created, which is undone when over: revoked keys stay in the list, which must stay bounded. */
async function checkDailyLimit(
  client: pg.PoolClient,
  workspaceId: string,
  dashboard: boolean,
  now: Date,
): Promise<void> {
  const most = KEY_LIMITS.perDay;
  const { rows } = await client.query<{ at: Date }>(
    `select created_at as at from api_keys where workspace_id = $1 and dashboard = $2 and created_at > $3
     order by created_at desc offset $4 limit 1`,
    [workspaceId, dashboard, new Date(now.getTime() - DAY_MS), most],
  );
  const [beyond] = rows;
  if (beyond === undefined) return;
  const waitMs = beyond.at.getTime() + DAY_MS - now.getTime();
  throw new RuleError(
    "TOO_MANY_REQUESTS",
    `A workspace can create at most ${most} keys in 24 hours. Try again tomorrow.`,
    waitMs / 1000,
  );
}
