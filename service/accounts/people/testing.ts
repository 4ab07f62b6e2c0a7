/** People for tests and benchmarks: signed in without a password, which takes long to hash. */
import type pg from "pg";
import type { Role } from "@/lib/contract/account-people";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { openCookies } from "./cookies";
import { openLibrary } from "./library";
import type { People } from "./people";
import { insertMember, insertPerson } from "./register";
import { openSession } from "./sessions";

export interface TestPerson {
  readonly personId: string;
  readonly email: string;
  /** As a browser sends it back: `name=value`. */
  readonly cookie: string;
}

/** What sessions are made with, where no service is: for one with this secret. */
export function openSessions(pool: pg.Pool, secret: string): Pick<People, "library" | "cookies"> {
  const library = openLibrary(pool, { dashboardUrl: "http://127.0.0.1", secret });
  return { library, cookies: openCookies(library) };
}

/** Makes a person who is signed in to a workspace. */
export async function signedInPerson(
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
  const { token } = await openSession(library, personId, workspaceId, { address: null, userAgent: null });
  return { personId, email, cookie: cookieOf(await cookies.written(token)) };
}

/** What a browser sends back of a `Set-Cookie`. */
export function cookieOf(setCookie: string): string {
  return setCookie.split(";")[0] ?? "";
}
