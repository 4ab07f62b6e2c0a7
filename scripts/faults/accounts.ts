/** Creates the workspaces that spend under faults, with API keys and with people, with budgets and without. */

import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type pg from "pg";
import { deriveAccountSecret } from "@/lib/net/account-secret";
import { createKey } from "@/service/accounts/keys";
import { setMemberBudget } from "@/service/accounts/members/budgets";
import { createSignedInPerson } from "@/service/accounts/people/testing";
import { createWorkspace, updateWorkspace } from "@/service/accounts/workspaces";

/** The requests and responses of an account are checked together. */
export interface Account {
  readonly name: string;
  readonly workspaceId: string;
  readonly credits: number;
  /** Selects the API, or the pages below /account that the dashboard's server uses. */
  readonly through: "key" | "session";
  /** Every request has an idempotency key and is repeated until it gets a response. */
  readonly keyed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** The dashboard may use these credits of the month; undefined for no budget. */
  readonly monthlyBudget: number | undefined;
}

interface Kind extends Pick<Account, "through" | "keyed"> {
  readonly credits?: number;
  /** Limits the whole workspace or its one member. */
  readonly budget?: { readonly of: "workspace" | "member"; readonly month: number };
}

const RICH = 1_000_000_000;
/** These credits are used up in the run. */
const POOR = 1_500;
const GENEROUS = 500_000_000;

/** A third of them, and so of the requests, have idempotency keys. */
const KINDS: readonly Kind[] = [
  { through: "key", keyed: true },
  { through: "key", keyed: true },
  { through: "key", keyed: true, credits: POOR },
  { through: "session", keyed: true, budget: { of: "workspace", month: GENEROUS } },
  { through: "key", keyed: false },
  { through: "key", keyed: false },
  { through: "key", keyed: false },
  { through: "key", keyed: false, credits: POOR },
  { through: "session", keyed: false },
  { through: "session", keyed: false, budget: { of: "workspace", month: GENEROUS } },
  { through: "session", keyed: false, budget: { of: "member", month: GENEROUS } },
  { through: "session", keyed: false, budget: { of: "workspace", month: POOR } },
];

export async function createAccounts(pool: pg.Pool, secret: string) {
  const create = (kind: Kind, name: string) => createAccount(pool, secret, kind, name);
  return {
    accounts: await Promise.all(KINDS.map((kind, index) => create(kind, `Workspace ${index + 1}`))),
    /** Tells now and then whether the service can charge. */
    probe: await create({ through: "key", keyed: false }, "Probe"),
    /** Reads what is free, as a person of the dashboard. */
    reader: await create({ through: "session", keyed: false }, "Reader"),
  };
}

async function createAccount(pool: pg.Pool, secret: string, kind: Kind, name: string): Promise<Account> {
  const { through, keyed, credits = RICH, budget } = kind;
  const workspace = await createWorkspace(pool, name, credits, new Date());
  if (workspace === undefined) throw new Error(`the workspace ${name} exists`);
  const { id: workspaceId } = workspace;
  await updateWorkspace(pool, workspaceId, { rate: 1_000_000_000, burst: 1_000_000_000 });
  const person = await createSignedInPerson(pool, secret, workspaceId, "owner");
  if (budget !== undefined) {
    const member = budget.of === "member" ? person.personId : null;
    await setMemberBudget(pool, workspaceId, member, { day: null, month: budget.month });
  }
  const headers: Record<string, string> =
    through === "key"
      ? { [API_KEY_HEADER]: (await createKey(pool, workspaceId, "faults", new Date())).key }
      : { [ACCOUNT_SECRET_HEADER]: deriveAccountSecret(secret), Cookie: person.cookie };
  return { name, workspaceId, credits, through, keyed, headers, monthlyBudget: budget?.month };
}
