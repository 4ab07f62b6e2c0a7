/** Verifies an address and password, and finds the person's last workspace. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import type { WorkspaceMember } from "../workspaces";
import type { Hashing } from "./hashing";
import { insertDefaultWorkspace } from "./register";

/**
 * Returns the person, the hash against which the password was verified, and whether an operator keeps the person out.
 * Returns undefined both for an unknown address and for a wrong password: either way one statement runs and one
 * password is hashed, so that the timing reveals neither.
 * @param email as `normalizeEmail` writes it; undefined for an invalid address
 */
export async function verifyCredentials(pool: pg.Pool, hashing: Hashing, email: string | undefined, password: string) {
  const { rows } = await pool.query<{ id: string; password: string | null; disabled: boolean }>({
    name: "credential-by-email",
    text: `select u.id, c.password, u.disabled_at is not null as disabled from users u
      left join user_credentials c on c.user_id = u.id and c.provider_id = 'credential'
      where lower(u.email) = lower($1)`,
    values: [email ?? ""],
  });
  const { id: personId, password: passwordHash = null, disabled = false } = rows[0] ?? {};
  const matches = await hashing.verify(passwordHash, password);
  return matches && personId !== undefined && passwordHash !== null ? { personId, passwordHash, disabled } : undefined;
}

/**
 * Tells whether the password is still the verified one; call it after the session was created. A password change holds
 * this row until the sessions are ended: so either it ends this one too, or this check fails.
 */
export async function isPasswordUnchanged(
  pool: pg.Pool,
  { personId, passwordHash }: { readonly personId: string; readonly passwordHash: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from user_credentials where user_id = $1 and provider_id = 'credential' and password = $2 for share`,
    [personId, passwordHash],
  );
  return rowCount === 1;
}

export async function verifyPersonPassword(
  pool: pg.Pool,
  hashing: Hashing,
  personId: string,
  password: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ password: string | null }>(
    "select password from user_credentials where user_id = $1 and provider_id = 'credential'",
    [personId],
  );
  return hashing.verify(rows[0]?.password ?? null, password);
}

/** Returns the workspace that the person used last, else the first they joined, else a new one without credits. */
export async function getLastWorkspace(pool: pg.Pool, personId: string, at: Date): Promise<WorkspaceMember> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    `select m.workspace_id from members m
     left join user_sessions s on s.workspace_id = m.workspace_id and s.user_id = m.user_id
     where m.user_id = $1 order by s.updated_at desc nulls last, m.joined_at, m.workspace_id limit 1`,
    [personId],
  );
  const [found] = rows;
  if (found !== undefined) return { personId, workspaceId: found.workspace_id };
  // They were removed from their last one, and need one to open anything.
  return inTransaction(pool, async (client) => {
    const { rows: people } = await client.query<{ name: string }>("select name from users where id = $1", [personId]);
    return { personId, workspaceId: await insertDefaultWorkspace(client, personId, people[0]?.name ?? "", 0, at) };
  });
}
