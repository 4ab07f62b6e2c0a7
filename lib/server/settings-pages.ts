/** Data for the settings pages, the inbox and the budgets of the Credits page, so that each is rendered with its data. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account";
import type { AccountBudgets } from "@dealflow/contract/account-budgets";
import type { ConnectionRequest, McpConnection } from "@dealflow/contract/account-connections";
import type { AccountEndpoint, CallArguments, ResponseOf } from "@dealflow/contract/account-endpoint";
import type { InboxItem } from "@dealflow/contract/account-inbox";
import type { AccountKey } from "@dealflow/contract/account-keys";
import { LIST_LIMIT, LIST_PARAMETERS, type ListPage } from "@dealflow/contract/account-lists";
import type { Invitation, Member, PersonSession } from "@dealflow/contract/account-people";
import type { WebhookDelivery, WebhookList } from "@dealflow/contract/account-webhooks";
import { notFound } from "next/navigation";
import { requestAccount } from "./account";
import { getDashboardContext } from "./dashboard-context";
import { failureMessage } from "./error-responses";
import { currentCaller, currentIdentity, requireIdentity } from "./identity";

/** The value of a response, or a sentence when it could not be read. A foreign host has none. */
async function fetchAccountData<E extends AccountEndpoint>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E> | string> {
  await requireAccountPages();
  const result = await requestAccount(getDashboardContext(), await currentCaller(), endpoint, ...call);
  return "failure" in result ? failureMessage(result.failure) : result.value;
}

/** One full page: all active keys are among the first. */
const FIRST_PAGE = { search: new URLSearchParams({ [LIST_PARAMETERS.limit]: String(LIST_LIMIT.max) }) };

export function workspaceKeys(): Promise<ListPage<AccountKey> | string> {
  return fetchAccountData(ACCOUNT.keys, FIRST_PAGE);
}

export function workspaceWebhooks(): Promise<WebhookList | string> {
  return fetchAccountData(ACCOUNT.webhooks);
}

export function workspaceDeliveries(): Promise<ListPage<WebhookDelivery> | string> {
  return fetchAccountData(ACCOUNT.webhookDeliveries);
}

export function workspaceInbox(): Promise<ListPage<InboxItem> | string> {
  return fetchAccountData(ACCOUNT.inbox);
}

export function workspaceConnections(): Promise<ListPage<McpConnection> | string> {
  return fetchAccountData(ACCOUNT.connections, FIRST_PAGE);
}

/** A request of an MCP client that waits for the person, or why it cannot be shown. */
export function connectionRequest(id: string): Promise<ConnectionRequest | string> {
  return fetchAccountData(ACCOUNT.connectionRequest, { id });
}

export function workspaceMembers(): Promise<ListPage<Member> | string> {
  return fetchAccountData(ACCOUNT.members, FIRST_PAGE);
}

/** Empty for members, who may not see them. */
export async function workspaceInvitations(): Promise<ListPage<Invitation> | string> {
  const owner = (await requireIdentity())?.workspace.role === "owner";
  return owner ? fetchAccountData(ACCOUNT.invitations, FIRST_PAGE) : { items: [], nextCursor: null };
}

export function personSessions(): Promise<ListPage<PersonSession> | string> {
  return fetchAccountData(ACCOUNT.sessions, FIRST_PAGE);
}

/** Undefined where nobody signs in: there the dashboard's own server stores them. */
export async function workspaceBudgets(): Promise<AccountBudgets | string | undefined> {
  return (await currentIdentity()) === null ? undefined : fetchAccountData(ACCOUNT.budgets);
}

export async function requireAccountPages(): Promise<void> {
  if ((await requireIdentity()) === null) notFound();
}
