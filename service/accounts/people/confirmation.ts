/**
 * Confirms that an address is the person's own, which only a link that was mailed to it proves. Until then it gets
 * neither credits nor invitations, because anyone can have registered it.
 */

import { INITIAL_CREDITS, LINK_HOURS } from "@dealflow/contract/account/people";
import type pg from "pg";
import { grantCredits } from "@/service/credits/ledger";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { disableSubscriptions } from "@/service/webhooks/subscriptions";
import { endConnections } from "../connections";
import { createPersonalLink, findLinkPerson, takeLink } from "./links";
import type { EmailMessage } from "./mail";

/** Returns undefined when the address is confirmed already. */
export async function createConfirmationEmail(
  pool: pg.Pool,
  { personId, dashboardUrl }: { readonly personId: string; readonly dashboardUrl: string },
  now: Date,
): Promise<EmailMessage | undefined> {
  const { rows } = await pool.query<{ email: string }>("select email from users where id = $1 and not email_verified", [
    personId,
  ]);
  const [person] = rows;
  if (person === undefined) return undefined;
  return {
    to: person.email,
    subject: "Confirm your email address for Dealflow",
    before: `Open this link and sign in to confirm your address and get your ${INITIAL_CREDITS} credits:`,
    link: await createPersonalLink(pool, "confirm", { personId, dashboardUrl }, now),
    after: `The link works once, within ${LINK_HOURS.confirm} hours. If you didn't create this account, you can ignore this email, or set a password of your own with "Forgot password?".`,
  };
}

/** Tells the owner of an address that somebody tried to register it. */
export function createTakenEmail(email: string, link: string): EmailMessage {
  return {
    to: email,
    subject: "You already have a Dealflow account",
    before: "Someone tried to create an account with your email address, which already has one. Sign in here:",
    link,
    after:
      'If you forgot your password, choose "Forgot password?" there. If this wasn\'t you, you can ignore this email.',
  };
}

/**
 * Confirms the address of the person who is signed in: a link alone does not, because it may have been caused by someone
 * who registered another person's address and knows the password. Throws `RuleError`.
 */
export async function confirmAddress(pool: pg.Pool, token: string, personId: string, now: Date): Promise<void> {
  const owner = await findLinkPerson(pool, "confirm", token, now);
  if (owner !== undefined && owner !== personId)
    throw new RuleError("FORBIDDEN", "This link is for another account. Sign in with the address it was sent to.");
  await inTransaction(pool, async (client) => {
    const taken = await takeLink(client, "confirm", token, now);
    if (taken !== undefined) return void (await markConfirmed(client, personId, now));
    const { rowCount } = await client.query("select from users where id = $1 and email_verified", [personId]);
    if (rowCount === 0) throw new RuleError("INVALID_INPUT", "This link is no longer valid. Request a new one.");
  });
}

/** Confirms the address. The first time, the registration's workspace gets its credits; returns whether it did. */
export async function markConfirmed(client: pg.PoolClient, personId: string, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ workspaceId: string | null }>(
    `select uncredited_workspace_id as "workspaceId" from users where id = $1 and not email_verified for no key update`,
    [personId],
  );
  const [person] = rows;
  if (person === undefined) return false;
  await client.query(
    "update users set email_verified = true, uncredited_workspace_id = null, updated_at = $2 where id = $1",
    [personId, now],
  );
  if (person.workspaceId !== null) await grantCredits(client, person.workspaceId, INITIAL_CREDITS, now);
  return true;
}

/**
 * Revokes all access to the workspaces that this person alone owns: keys, webhooks, MCP connections and sessions. The
 * person who registered the address created them, and may not be the one who has now proved to own it.
 */
export async function revokeAccess(client: pg.PoolClient, personId: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select workspace_id as id from members where role = 'owner'
     group by workspace_id having count(*) = 1 and bool_or(user_id = $1)`,
    [personId],
  );
  const ids = rows.map(({ id }) => id);
  // The Dashboard key has no text that anyone could have kept.
  await client.query(
    "update api_keys set revoked_at = $2 where workspace_id = any($1) and revoked_at is null and not dashboard",
    [ids, now],
  );
  await disableSubscriptions(client, { column: "workspace_id", ids, reason: "manual" }, now);
  await endConnections(client, now, "workspace_id = any($2) and revoked_at is null", ids);
  await client.query("delete from user_sessions where workspace_id = any($1)", [ids]);
}
