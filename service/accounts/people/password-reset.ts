/** Changes passwords, with the current one or by a link that was mailed. */

import { LINK_HOURS } from "@dealflow/contract/account/people";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { endPersonConnections } from "../connections";
import { markConfirmed, revokeAccess } from "./confirmation";
import { createPersonalLink, findLinkPerson, takeLink } from "./links";
import type { EmailMessage } from "./mail";
import type { PasswordOwner } from "./passwords";
import { deleteSessions } from "./sessions";

/**
 * Creates a link for an address whose account can have a password. It is created after the response, so that its timing
 * reveals nothing.
 * @param email as `normalizeEmail` writes it
 */
export async function createResetEmail(
  pool: pg.Pool,
  { email, dashboardUrl }: { readonly email: string; readonly dashboardUrl: string },
  now: Date,
): Promise<EmailMessage | undefined> {
  const { rows } = await pool.query<{ id: string; email: string; confirmed: boolean }>(
    "select id, email, email_verified as confirmed from users where lower(email) = lower($1) and not demo and disabled_at is null",
    [email],
  );
  const [person] = rows;
  if (person === undefined) return undefined;
  const { id: personId, confirmed } = person;
  const unconfirmed = `${email} was never confirmed, so someone else may have registered it: a new password also revokes the API keys, webhooks and MCP connections made with the account. `;
  return {
    to: person.email,
    subject: "Reset your Dealflow password",
    before: "Someone requested a password reset for your account. Open this link to set a new password:",
    link: await createPersonalLink(pool, "reset", { personId, dashboardUrl }, now),
    after: `${confirmed ? "" : unconfirmed}The link works once, within ${LINK_HOURS.reset} hour. If you didn't request this, you can ignore this email; your password won't change.`,
  };
}

/** Returns the person whose password a link sets; undefined when it no longer works. */
export async function findResetOwner(pool: pg.Pool, token: string, now: Date): Promise<PasswordOwner | undefined> {
  const personId = await findLinkPerson(pool, "reset", token, now);
  return personId === undefined ? undefined : findPasswordOwner(pool, personId);
}

export async function findPasswordOwner(pool: pg.Pool, personId: string): Promise<PasswordOwner | undefined> {
  const { rows } = await pool.query<PasswordOwner>("select email, name from users where id = $1", [personId]);
  return rows[0];
}

/**
 * Sets the password; then no link of that person works, and they have no session. Returns undefined when the link was
 * used, has expired or was never sent: these are not distinguished. Where the address was not confirmed before, everything that
 * was made with the account is revoked.
 */
export async function resetPassword(pool: pg.Pool, token: string, passwordHash: string, now: Date) {
  return inTransaction(pool, async (client) => {
    const personId = await takeLink(client, "reset", token, now);
    if (personId === undefined) return undefined;
    // Using the link proves that it was received at the address.
    const accessRevoked = await markConfirmed(client, personId, now);
    if (accessRevoked) await revokeAccess(client, personId, now);
    await setPassword(client, personId, passwordHash, now);
    const { rows } = await client.query<{ email: string }>("select email from users where id = $1", [personId]);
    return { email: rows[0]?.email ?? "", accessRevoked };
  });
}

/** Ends every session, link and MCP connection, because the old password must not give access any more. */
export async function setPassword(
  client: pg.PoolClient,
  personId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { rowCount } = await client.query(
    "update user_credentials set password = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'",
    [personId, passwordHash, now],
  );
  if (rowCount === 0) await insertPassword(client, personId, passwordHash, now);
  await deleteSessions(client, personId);
  await endPersonConnections(client, { personId }, now);
  await client.query("delete from user_verifications where value = $1", [personId]);
}

export async function insertPassword(
  client: pg.PoolClient,
  personId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into user_credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
     values ($1, $2::uuid, $2::text, 'credential', $3, $4, $4)`,
    [newId(), personId, passwordHash, now],
  );
}
