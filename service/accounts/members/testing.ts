/** People and workspaces for tests over a database: without passwords, which are another matter. */
import type pg from "pg";
import type { Role } from "@/lib/contract/account-people";
import { newId } from "@/service/store/new-id";
import { makeWorkspaceOf } from "./own-workspace";

export interface TestPerson {
  readonly id: string;
  readonly email: string;
}

export async function addPerson(pool: pg.Pool, name: string, email = `${newId()}@people.example`): Promise<TestPerson> {
  const id = newId();
  await pool.query("insert into users (id, name, email, created_at, updated_at) values ($1, $2, $3, now(), now())", [
    id,
    name,
    email,
  ]);
  return { id, email };
}

export async function workspaceOf(pool: pg.Pool, person: TestPerson, name = "Fund"): Promise<string> {
  const client = await pool.connect();
  try {
    return await makeWorkspaceOf(client, person.id, name, new Date());
  } finally {
    client.release();
  }
}

export async function join(pool: pg.Pool, workspaceId: string, person: TestPerson, role: Role): Promise<void> {
  await pool.query("insert into members (workspace_id, user_id, role, joined_at) values ($1, $2, $3, now())", [
    workspaceId,
    person.id,
    role,
  ]);
}
