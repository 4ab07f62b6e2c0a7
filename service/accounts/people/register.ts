/** Registers a person with an account and a workspace, or neither. */

import { INITIAL_CREDITS, PERSON_LIMITS } from "@dealflow/contract/account/people";
import type pg from "pg";
import { insertWorkspace, type WorkspaceMember } from "@/service/accounts/workspaces";
import { recountUsage } from "@/service/credits/budgets";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { insertPassword } from "./password-reset";

interface NewPerson {
  /** The address is in the form of `normalizeEmail`. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** The address needs no confirmation; otherwise its workspace gets the first credits with that. */
  readonly confirmed: boolean;
}

/** Returns undefined when the address has an account; of two concurrent registrations the second finds the first. */
export async function register(pool: pg.Pool, person: NewPerson, at: Date): Promise<WorkspaceMember | undefined> {
  return inTransaction(pool, async (client) => {
    const personId = await insertPerson(client, person, at);
    if (personId === undefined) return undefined;
    await insertPassword(client, personId, person.passwordHash, at);
    const credits = person.confirmed ? INITIAL_CREDITS : 0;
    const workspaceId = await insertDefaultWorkspace(client, personId, person.name, credits, at);
    if (!person.confirmed)
      await client.query("update users set uncredited_workspace_id = $2 where id = $1", [personId, workspaceId]);
    return { personId, workspaceId };
  });
}

/** Inserts a person without a way to sign in. Returns undefined when the address is taken. */
export async function insertPerson(
  client: pg.PoolClient,
  { email, name, confirmed }: Pick<NewPerson, "email" | "name" | "confirmed">,
  at: Date,
  demo = false,
): Promise<string | undefined> {
  const id = newId();
  const { rowCount } = await client.query(
    `insert into users (id, name, email, email_verified, demo, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict (lower(email)) do nothing`,
    [id, name, email, confirmed, demo, at],
  );
  return rowCount === 1 ? id : undefined;
}

/** Inserts the workspace that every person starts with. */
export async function insertDefaultWorkspace(
  client: pg.PoolClient,
  personId: string,
  personName: string,
  credits: number,
  at: Date,
): Promise<string> {
  const ending = "'s workspace";
  const name = `${[...personName].slice(0, PERSON_LIMITS.workspaceName - ending.length).join("")}${ending}`;
  const { id } = await insertWorkspace(client, { name, credits, at });
  await insertMember(client, id, personId, "owner", at);
  return id;
}

export async function insertMember(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string,
  role: "owner" | "member",
  at: Date,
): Promise<void> {
  await client.query("insert into members (workspace_id, user_id, role, joined_at) values ($1, $2, $3, $4)", [
    workspaceId,
    personId,
    role,
    at,
  ]);
  await recountUsage(client, workspaceId, personId, at);
}
