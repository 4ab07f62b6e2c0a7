/** Password changes: with the current password, or by a link that was mailed. */
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { LINK_HOURS } from "@/lib/contract/account-people";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { endConnectionsOf } from "../connections";
import { createLink } from "./links";
import type { EmailMessage } from "./mail";
import { deleteSessions } from "./sessions";

const TOKEN_BYTES = 32;

/**
 * A link for the address, when it has an account that can have a password. Created after the response, so that its
 * timing reveals nothing.
 *
 * @param email as `normalizeEmail` writes it
 */
export async function createResetEmail(
  pool: pg.Pool,
  { email, dashboardUrl }: { readonly email: string; readonly dashboardUrl: string },
  now: Date,
): Promise<EmailMessage | undefined> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    "select id, email from users where lower(email) = lower($1) and not demo",
    [email],
  );
  const [person] = rows;
  if (person === undefined) return undefined;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await pool.query(
    `insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [newId(), hashIdentifier(token), person.id, new Date(now.getTime() + LINK_HOURS.reset * 3_600_000), now],
  );
  return {
    to: person.email,
    subject: "Reset your Dealflow password",
    before: "Someone requested a password reset for your account. Open this link to set a new password:",
    link: createLink(dashboardUrl, "reset", token),
    after: `The link works once, within ${LINK_HOURS.reset} hour. If you didn't request this, you can ignore this email; your password won't change.`,
  };
}

/**
 * Returns the address of the link, which then no longer works, nor does any other of that person: they have a new
 * password, and no session. Undefined when it was used, has expired or was never sent: these are not distinguished. Of two
 * concurrent uses one gets the row.
 */
export async function resetPassword(
  pool: pg.Pool,
  token: string,
  passwordHash: string,
  now: Date,
): Promise<string | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ value: string }>(
      "delete from user_verifications where identifier = $1 and expires_at > $2 returning value",
      [hashIdentifier(token), now],
    );
    const personId = rows[0]?.value;
    if (personId === undefined) return undefined;
    // The link was received at the address, so the address is verified.
    const verified = await client.query<{ email: string }>(
      "update users set email_verified = true, updated_at = $2 where id = $1 returning email",
      [personId, now],
    );
    await setPassword(client, personId, passwordHash, now);
    return verified.rows[0]?.email;
  });
}

/** Ends every session, link and MCP connection: the old password gives no access any more. */
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
  await endConnectionsOf(client, { personId }, now);
  await client.query("delete from user_verifications where value = $1", [personId]);
}

/** The first password of a person. */
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

/** Read access to the database does not reveal the links that were sent. */
function hashIdentifier(token: string): string {
  return `reset ${createHash("sha256").update(token).digest("base64url")}`;
}
