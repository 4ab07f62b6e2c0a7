/** What the settings pages, and the budgets of the Credits page, are rendered from, so that each arrives with its data. */
import "server-only";
import { notFound } from "next/navigation";
import { readAccountBudgets } from "@/lib/api/account-budgets";
import { readKeys } from "@/lib/api/keys";
import { parseJson, readErrorAnswer } from "@/lib/api/list-page";
import { readInvitations, readMembers, readSessions } from "@/lib/api/people";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import type { AccountBudgets } from "@/lib/contract/account-budgets";
import type { AccountKey } from "@/lib/contract/account-keys";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@/lib/contract/account-lists";
import type { Invitation, Member, PersonSession } from "@/lib/contract/account-people";
import { askAccount } from "./account";
import { dashboard } from "./dashboard";
import { currentAsker, currentIdentity, requireIdentity } from "./identity";

/** Of the account pages, or a sentence when they could not be read. There are none on another host. */
async function asked<T>(
  { method, path }: AccountEndpoint,
  read: (json: unknown) => T | undefined,
  search = "",
): Promise<T | string> {
  await requireAccountPages();
  const answer = await askAccount(dashboard(), await currentAsker(), method, `${path}${search}`);
  const json = parseJson("failure" in answer ? answer.failure.body : answer.text);
  const value = "failure" in answer || answer.status !== 200 ? undefined : read(json);
  return value ?? readErrorAnswer(json)?.message ?? "The service's answer could not be read.";
}

/** As much as a page holds: all keys that work are among the first. */
const FIRST_PAGE = `?${new URLSearchParams({ [LIST_PARAMETERS.limit]: String(LIST_LIMIT.most) })}`;

export function workspaceKeys(): Promise<ListPage<AccountKey> | string> {
  return asked(ACCOUNT.keys, readKeys, FIRST_PAGE);
}

export function workspaceMembers(): Promise<ListPage<Member> | string> {
  return asked(ACCOUNT.members, readMembers, FIRST_PAGE);
}

/** None to members, who may not see them. */
export async function workspaceInvitations(): Promise<ListPage<Invitation> | string> {
  const owner = (await requireIdentity())?.workspace.role === "owner";
  return owner ? asked(ACCOUNT.invitations, readInvitations, FIRST_PAGE) : { items: [], nextCursor: null };
}

export function personSessions(): Promise<ListPage<PersonSession> | string> {
  return asked(ACCOUNT.sessions, readSessions, FIRST_PAGE);
}

/** Undefined where nobody signs in: there the dashboard's own server holds them. */
export async function workspaceBudgets(): Promise<AccountBudgets | string | undefined> {
  return (await currentIdentity()) === null ? undefined : asked(ACCOUNT.budgets, readAccountBudgets);
}

export async function requireAccountPages(): Promise<void> {
  if ((await requireIdentity()) === null) notFound();
}
