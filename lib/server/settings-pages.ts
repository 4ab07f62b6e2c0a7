/** Data for the settings pages and the budgets of the Credits page, so that each is rendered with its data. */
import "server-only";
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { notFound } from "next/navigation";
import { readAccountBudgets } from "@/lib/api/account-budgets";
import { readKeys } from "@/lib/api/keys";
import { readInvitations, readMembers, readSessions } from "@/lib/api/people";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import type { AccountBudgets } from "@/lib/contract/account-budgets";
import type { AccountKey } from "@/lib/contract/account-keys";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@/lib/contract/account-lists";
import type { Invitation, Member, PersonSession } from "@/lib/contract/account-people";
import { callAccountApi } from "./account";
import { getDashboardContext } from "./dashboard-context";
import { currentCaller, currentIdentity, requireIdentity } from "./identity";

/** From the account endpoints, or a sentence when they could not be read. A foreign host has none. */
async function fetchAccountData<T>(
  { method, path }: AccountEndpoint,
  read: (json: unknown) => T | undefined,
  search = "",
): Promise<T | string> {
  await requireAccountPages();
  const response = await callAccountApi(getDashboardContext(), await currentCaller(), method, `${path}${search}`);
  const json = parseJson("failure" in response ? response.failure.body : response.text);
  const value = "failure" in response || response.status !== 200 ? undefined : read(json);
  return value ?? readErrorResponse(json)?.message ?? "The service's answer could not be read.";
}

/** One full page: all active keys are among the first. */
const FIRST_PAGE = `?${new URLSearchParams({ [LIST_PARAMETERS.limit]: String(LIST_LIMIT.max) })}`;

export function workspaceKeys(): Promise<ListPage<AccountKey> | string> {
  return fetchAccountData(ACCOUNT.keys, readKeys, FIRST_PAGE);
}

export function workspaceMembers(): Promise<ListPage<Member> | string> {
  return fetchAccountData(ACCOUNT.members, readMembers, FIRST_PAGE);
}

/** Empty for members, who may not see them. */
export async function workspaceInvitations(): Promise<ListPage<Invitation> | string> {
  const owner = (await requireIdentity())?.workspace.role === "owner";
  return owner ? fetchAccountData(ACCOUNT.invitations, readInvitations, FIRST_PAGE) : { items: [], nextCursor: null };
}

export function personSessions(): Promise<ListPage<PersonSession> | string> {
  return fetchAccountData(ACCOUNT.sessions, readSessions, FIRST_PAGE);
}

/** Undefined where nobody signs in: there the dashboard's own server stores them. */
export async function workspaceBudgets(): Promise<AccountBudgets | string | undefined> {
  return (await currentIdentity()) === null ? undefined : fetchAccountData(ACCOUNT.budgets, readAccountBudgets);
}

export async function requireAccountPages(): Promise<void> {
  if ((await requireIdentity()) === null) notFound();
}
