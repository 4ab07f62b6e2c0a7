/** Creates people and workspaces without passwords, which take long to hash. */

import type { Role } from "@dealflow/contract/account/people";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { insertMember, insertPerson } from "../people/register";
import { insertWorkspace } from "../workspaces";

export interface TestPerson {
  readonly id: string;
  readonly email: string;
}

export async function addPerson(pool: pg.Pool, name: string, email = `${newId()}@people.example`): Promise<TestPerson> {
  const id = await inTransaction(pool, (client) => insertPerson(client, { email, name, confirmed: true }, new Date()));
  if (id === undefined) throw new Error(`${email} is taken`);
  return { id, email };
}

export async function insertOwnedWorkspace(pool: pg.Pool, person: TestPerson, name = "Fund"): Promise<string> {
  return inTransaction(pool, async (client) => {
    const { id } = await insertWorkspace(client, { name, credits: 0, at: new Date() });
    await insertMember(client, id, person.id, "owner", new Date());
    return id;
  });
}

export async function join(pool: pg.Pool, workspaceId: string, person: TestPerson, role: Role): Promise<void> {
  await inTransaction(pool, (client) => insertMember(client, workspaceId, person.id, role, new Date()));
}
