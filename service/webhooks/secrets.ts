/** Stores signing secrets: one current, and during a rotation the previous one until the overlap ends. */
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { generateSecret } from "./signature";

const HOUR_MS = 3_600_000;

export async function addSecret(client: pg.PoolClient, subscriptionId: string, now: Date): Promise<string> {
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
export async function rotateSecret(
  client: pg.PoolClient,
  subscriptionId: string,
  overlapHours: number,
  now: Date,
): Promise<string> {
  await client.query("delete from webhook_secrets where subscription_id = $1 and expires_at is not null", [
    subscriptionId,
  ]);
  if (overlapHours === 0)
    await client.query("delete from webhook_secrets where subscription_id = $1", [subscriptionId]);
  else
    await client.query("update webhook_secrets set expires_at = $2 where subscription_id = $1", [
      subscriptionId,
      new Date(now.getTime() + overlapHours * HOUR_MS),
    ]);
  return addSecret(client, subscriptionId, now);
}

/** Ends the previous secret now. */
export async function endOverlap(db: pg.Pool | pg.PoolClient, subscriptionId: string): Promise<void> {
  await db.query("delete from webhook_secrets where subscription_id = $1 and expires_at is not null", [subscriptionId]);
}
