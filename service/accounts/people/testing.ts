/** Signs people in without a password, for tests and benchmarks, and hashes the passwords of tests at a low cost. */

import type { Role } from "@dealflow/contract/account/people";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import type { WorkspaceMember } from "../workspaces";
import { createSessionCookies } from "./cookies";
import { createHashing, hashPassword, verifyPassword } from "./hashing";
import { insertMember, insertPerson } from "./register";
import { createSession } from "./sessions";

export interface TestPerson {
  readonly personId: string;
  readonly email: string;
  /** The cookie is `name=value`, as a browser sends it. */
  readonly cookie: string;
}

/** A 64th of the cost of production, which takes a processor for 40 to 150 ms. */
const COST = 256;

export const TEST_HASHING = createHashing({
  hashPassword: (password) => hashPassword(password, COST),
  verifyPassword: (hash, password) => verifyPassword(hash, password, COST),
});

/** Opens a session in a service with this secret. Returns its cookie as a browser sends it back. */
export async function signIn(pool: pg.Pool, secret: string, member: WorkspaceMember): Promise<string> {
  const token = await createSession(pool, member, { address: null, userAgent: null }, new Date());
  return toCookieHeader(createSessionCookies({ dashboardUrl: "http://127.0.0.1", secret }).serialize(token));
}

/** Creates a person who is signed in to a workspace of a service with this secret. */
export async function createSignedInPerson(
  pool: pg.Pool,
  secret: string,
  workspaceId: string,
  role: Role,
  name = "Ada Quill",
): Promise<TestPerson> {
  const email = `${newId()}@people.example`;
  const personId = await inTransaction(pool, async (client) => {
    const id = await insertPerson(client, { email, name, confirmed: true }, new Date());
    if (id === undefined) throw new Error(`${email} is taken`);
    await insertMember(client, workspaceId, id, role, new Date());
    return id;
  });
  return { personId, email, cookie: await signIn(pool, secret, { personId, workspaceId }) };
}

/** Returns the `name=value` that a browser sends back of a `Set-Cookie`. */
export function toCookieHeader(setCookie: string): string {
  return setCookie.split(";")[0] ?? "";
}
