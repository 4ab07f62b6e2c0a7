/** Creates workspaces that no run can exhaust, with the keys and people that send the requests of a benchmark. */

import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { CLIENT_ADDRESS_HEADER } from "@dealflow/contract/account/people";
import type pg from "pg";
import { deriveAccountSecret } from "@/lib/net/account-secret";
import { createKey } from "@/service/accounts/keys";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";
import { BENCH_SECRET } from "./programs";

/** No run uses this many credits and requests. */
export const UNLIMITED = 1_000_000_000;

export interface Account {
  readonly workspaceId: string;
  readonly key: string;
}

/** Creates a workspace; a database that is kept may have one of that name from an earlier run. */
export async function openWorkspace(pool: pg.Pool, name: string): Promise<string> {
  const workspace = await createWorkspace(pool, `${name} ${Date.now()}`, UNLIMITED, new Date());
  if (workspace === undefined) throw new Error(`There is a workspace named ${name} already.`);
  await updateWorkspace(pool, workspace.id, { rate: UNLIMITED, burst: UNLIMITED });
  return workspace.id;
}

export async function openAccount(pool: pg.Pool, name: string): Promise<Account> {
  const workspaceId = await openWorkspace(pool, name);
  return { workspaceId, key: (await createKey(pool, workspaceId, "bench", new Date())).key };
}

/** Creates the owner of a workspace, with a key of it and the cookie of a session. */
export async function openPerson(pool: pg.Pool, name: string) {
  const account = await openAccount(pool, name);
  return { ...account, ...(await createSignedInPerson(pool, BENCH_SECRET, account.workspaceId, "owner")) };
}

/**
 * Returns the headers with which the dashboard's server forwards a person's request to the service.
 * @param cookie the pair of name and value
 */
export function forwardedHeaders(cookie: string, address: string): Record<string, string> {
  const secret = deriveAccountSecret(BENCH_SECRET);
  return { Cookie: cookie, [ACCOUNT_SECRET_HEADER]: secret, [CLIENT_ADDRESS_HEADER]: address };
}
