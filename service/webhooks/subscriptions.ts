/** Manages the webhook subscriptions of a workspace, and their signing secrets. */

import type { Webhook } from "@dealflow/contract/account/webhooks";
import { amountBand } from "@dealflow/contract/records/amount-bands";
import { WEBHOOK_LIMITS, WEBHOOKS_BY_PLAN, type WebhookMode } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { queryKeys } from "@/service/records/match-keys";
import { newId } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import type { ParsedSelection } from "./selections";
import { generateSecret } from "./signature";

const HOUR_MS = 3_600_000;

const byPlan = Object.entries(WEBHOOKS_BY_PLAN).map(([plan, mode]) => `when '${plan}' then '${mode}'`);

/** This SQL computes the `WebhookMode` of `workspaces w`: deliveries are included in the plan, for a credit each, or off. */
export const WEBHOOK_MODE = `coalesce(w.webhooks, case w.plan ${byPlan.join(" ")} end)`;

export interface WebhookDraft {
  /** The URL is checked and normalized. */
  readonly url: string;
  readonly description: string;
  readonly selections: readonly ParsedSelection[];
}

const SELECT = `select s.id, s.url, s.description, s.created_at as "createdAt", s.disabled_at as "disabledAt",
    s.disabled_reason as "disabledReason", s.failing_since as "failingSince",
    (select json_agg(json_build_object('event', e.event, 'query', e.query) order by e.event)
     from webhook_selections e where e.subscription_id = s.id) as events,
    (select max(x.expires_at) from webhook_secrets x
     where x.subscription_id = s.id and x.expires_at > $2) as "overlapEndsAt",
    exists (select from webhook_secrets x where x.subscription_id = s.id and x.expires_at is null) as signed
  from webhook_subscriptions s where s.workspace_id = $1`;

/** Lists the newest first. */
export function listWebhooks(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  now: Date,
  id?: string,
): Promise<Webhook[]> {
  const values = [workspaceId, now, id ?? null];
  return queryItems(db, `${SELECT} and ($3::uuid is null or s.id = $3) order by s.id desc`, values);
}

/** Throws `RuleError`. */
export async function getWebhook(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<Webhook> {
  const [webhook] = await listWebhooks(db, workspaceId, now, id);
  if (webhook === undefined) throw missingWebhook();
  return webhook;
}

export function missingWebhook(): RuleError {
  return new RuleError("NOT_FOUND", "This webhook no longer exists.");
}

/** Returns the secret, which is shown only now. Throws `RuleError`. */
export async function createWebhook(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  draft: WebhookDraft,
  now: Date,
): Promise<{ webhook: Webhook; secret: string }> {
  return inTransaction(db, async (client) => {
    // Two concurrent ones must not exceed the limit together.
    await client.query("select from workspaces where id = $1 for update", [workspaceId]);
    checkSelections(await requireWebhooks(client, workspaceId), draft.selections);
    const { rowCount } = await client.query("select from webhook_subscriptions where workspace_id = $1", [workspaceId]);
    const most = WEBHOOK_LIMITS.perWorkspace;
    if ((rowCount ?? 0) >= most)
      throw new RuleError("CONFLICT", `A workspace can have at most ${most} webhooks. Delete one first.`);
    const id = newId();
    await client.query(
      `insert into webhook_subscriptions (id, workspace_id, url, description, created_at) values ($1, $2, $3, $4, $5)`,
      [id, workspaceId, draft.url, draft.description, now],
    );
    await writeSelections(client, id, draft.selections);
    const secret = await addSecret(client, id, now);
    return { webhook: await getWebhook(client, workspaceId, id, now), secret };
  });
}

/** Throws `RuleError`. */
export async function updateWebhook(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  draft: WebhookDraft,
  now: Date,
): Promise<Webhook> {
  return inTransaction(pool, async (client) => {
    checkSelections(await readWebhookMode(client, workspaceId), draft.selections);
    const { rowCount } = await client.query(
      "update webhook_subscriptions set url = $3, description = $4 where workspace_id = $1 and id = $2",
      [workspaceId, id, draft.url, draft.description],
    );
    if (rowCount === 0) throw missingWebhook();
    await client.query("delete from webhook_selections where subscription_id = $1", [id]);
    await client.query("delete from webhook_match_keys where subscription_id = $1", [id]);
    await writeSelections(client, id, draft.selections);
    return getWebhook(client, workspaceId, id, now);
  });
}

export async function readWebhookMode(db: pg.Pool | pg.PoolClient, workspaceId: string): Promise<WebhookMode> {
  const { rows } = await db.query<{ mode: WebhookMode }>(
    `select ${WEBHOOK_MODE} as mode from workspaces w where id = $1`,
    [workspaceId],
  );
  return rows[0]?.mode ?? "off";
}

/** Throws `RuleError` where webhooks are off. */
export async function requireWebhooks(db: pg.Pool | pg.PoolClient, workspaceId: string): Promise<WebhookMode> {
  const mode = await readWebhookMode(db, workspaceId);
  if (mode === "off") throw new RuleError("CONFLICT", "Webhooks are turned off for this workspace.");
  return mode;
}

/**
 * Checks that selections follow from previews, because a match is known before it is paid for. Throws `RuleError`.
 */
function checkSelections(mode: WebhookMode, selections: readonly ParsedSelection[]): void {
  if (mode !== "metered") return;
  const amounts = selections.flatMap(({ filters: { minAmountUsd, maxAmountUsd } }) => [
    ["minimum", minAmountUsd] as const,
    ["maximum", maxAmountUsd] as const,
  ]);
  for (const [which, usd] of amounts) {
    const band = typeof usd === "number" ? amountBand(usd) : null;
    if (band === null || band.minUsd === usd) continue;
    const allowed = [band.minUsd, band.maxUsd]
      .filter((edge) => edge !== null)
      .map((edge) => edge.toLocaleString("en-US"));
    throw new RuleError(
      "INVALID_INPUT",
      `Without a plan that includes webhooks, the ${which} amount must be the start of an amount band; use ${allowed.join(" or ")}.`,
    );
  }
}

async function writeSelections(
  client: pg.PoolClient,
  id: string,
  selections: readonly ParsedSelection[],
): Promise<void> {
  await client.query(
    `insert into webhook_selections (subscription_id, event, query)
     select $1, event, query from unnest($2::text[], $3::text[]) e (event, query)`,
    [id, selections.map(({ event }) => event), selections.map(({ query }) => query)],
  );
  const keys = selections.flatMap(({ event, filters }) => queryKeys(event, filters).map((key) => ({ event, key })));
  await client.query(
    `insert into webhook_match_keys (match_key, subscription_id, event)
     select match_key, $1, event from unnest($2::text[], $3::text[]) k (match_key, event)`,
    [id, keys.map(({ key }) => key), keys.map(({ event }) => event)],
  );
}

/** Unsent deliveries are kept, so that they can be replayed. Throws `RuleError`. */
export async function disableWebhook(pool: pg.Pool, workspaceId: string, id: string, now: Date): Promise<Webhook> {
  return inTransaction(pool, async (client) => {
    await getWebhook(client, workspaceId, id, now);
    await disableSubscriptions(client, { column: "id", ids: [id], reason: "manual" }, now);
    return getWebhook(client, workspaceId, id, now);
  });
}

/** Disables those that are not, and skips their pending deliveries; an attempt in flight is still recorded. */
export async function disableSubscriptions(
  client: pg.ClientBase,
  {
    column,
    ids,
    reason,
  }: {
    readonly column: "id" | "workspace_id";
    readonly ids: readonly string[];
    readonly reason: NonNullable<Webhook["disabledReason"]>;
  },
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `update webhook_subscriptions set disabled_at = $2, disabled_reason = $3
     where ${column} = any($1::uuid[]) and disabled_at is null returning id`,
    [ids, now, reason],
  );
  await client.query(
    `update webhook_deliveries set state = 'skipped', next_attempt_at = null
     where subscription_id = any($1::uuid[]) and state in ('waiting', 'pending')`,
    [rows.map(({ id }) => id)],
  );
}

/** Enables the webhook without earlier failures. Throws `RuleError`. */
export async function enableWebhook(pool: pg.Pool, workspaceId: string, id: string, now: Date): Promise<Webhook> {
  await requireWebhooks(pool, workspaceId);
  await pool.query(
    `update webhook_subscriptions
     set disabled_at = null, disabled_reason = null, failing_since = null, last_failed_at = null
     where workspace_id = $1 and id = $2 and disabled_at is not null`,
    [workspaceId, id],
  );
  return getWebhook(pool, workspaceId, id, now);
}

/** Returns the new secret, which is shown only now. Throws `RuleError`. */
export async function rotateWebhookSecret(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  overlapHours: number,
  now: Date,
): Promise<{ webhook: Webhook; secret: string }> {
  return inTransaction(pool, async (client) => {
    await client.query("select from webhook_subscriptions where workspace_id = $1 and id = $2 for update", [
      workspaceId,
      id,
    ]);
    await getWebhook(client, workspaceId, id, now);
    const secret = await rotateSecret(client, id, overlapHours, now);
    return { webhook: await getWebhook(client, workspaceId, id, now), secret };
  });
}

/** Makes the previous secret invalid. Throws `RuleError`. */
export async function endSecretOverlap(pool: pg.Pool, workspaceId: string, id: string, now: Date): Promise<Webhook> {
  await getWebhook(pool, workspaceId, id, now);
  await pool.query(END_OVERLAP, [id]);
  return getWebhook(pool, workspaceId, id, now);
}

/** A subscription has one current secret, and during a rotation the previous one until the overlap ends. */
const END_OVERLAP = "delete from webhook_secrets where subscription_id = $1 and expires_at is not null";

async function addSecret(client: pg.PoolClient, subscriptionId: string, now: Date): Promise<string> {
  const secret = generateSecret();
  await client.query("insert into webhook_secrets (id, subscription_id, secret, created_at) values ($1, $2, $3, $4)", [
    newId(),
    subscriptionId,
    secret,
    now,
  ]);
  return secret;
}

/** Creates a secret; the previous one stays valid for that many hours. Call it under a lock of the subscription. */
async function rotateSecret(
  client: pg.PoolClient,
  subscriptionId: string,
  overlapHours: number,
  now: Date,
): Promise<string> {
  await client.query(END_OVERLAP, [subscriptionId]);
  if (overlapHours === 0)
    await client.query("delete from webhook_secrets where subscription_id = $1", [subscriptionId]);
  else
    await client.query("update webhook_secrets set expires_at = $2 where subscription_id = $1", [
      subscriptionId,
      new Date(now.getTime() + overlapHours * HOUR_MS),
    ]);
  return addSecret(client, subscriptionId, now);
}

/** Deletes the webhook with its deliveries and their attempts. Returns false when there was none. */
export async function deleteWebhook(pool: pg.Pool, workspaceId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query("delete from webhook_subscriptions where workspace_id = $1 and id = $2", [
    workspaceId,
    id,
  ]);
  return rowCount === 1;
}
