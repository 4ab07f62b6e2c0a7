/** People for tests and benchmarks: signed in without a password, which takes long to hash. */
import type pg from "pg";
import type { Role } from "@/lib/contract/account-people";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { createAuthLibrary } from "./auth-library";
import { createSessionCookies } from "./cookies";
import type { People } from "./people";
import { insertMember, insertPerson } from "./register";
import { createSession } from "./sessions";

export interface TestPerson {
  readonly personId: string;
  readonly email: string;
  /** As a browser sends it back: `name=value`. */
  readonly cookie: string;
}

/** What sessions are made with, where no service is: for one with this secret. */
export function createSessionTools(pool: pg.Pool, secret: string): Pick<People, "library" | "cookies"> {
  const library = createAuthLibrary(pool, { dashboardUrl: "http://127.0.0.1", secret });
  return { library, cookies: createSessionCookies(library) };
}

/** Creates a person who is signed in to a workspace. */
export async function createSignedInPerson(
  pool: pg.Pool,
  { library, cookies }: Pick<People, "library" | "cookies">,
  workspaceId: string,
  role: Role,
  name = "Ada Quill",
): Promise<TestPerson> {
  const email = `${newId()}@people.example`;
  const personId = await inTransaction(pool, async (client) => {
    const id = await insertPerson(client, { email, name }, new Date());
    if (id === undefined) throw new Error(`${email} is taken`);
    await insertMember(client, workspaceId, id, role, new Date());
    return id;
  });
  const { token } = await createSession(library, personId, workspaceId, { address: null, userAgent: null });
  return { personId, email, cookie: toCookieHeader(await cookies.serialize(token)) };
}

/** What a browser sends back of a `Set-Cookie`. */
export function toCookieHeader(setCookie: string): string {
  return setCookie.split(";")[0] ?? "";
}
