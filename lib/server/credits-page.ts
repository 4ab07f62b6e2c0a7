/** Data for the Credits page. All of it is free. */
import "server-only";
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { type AccountState, type CreditsState, readCredits, readLedger, readUsage } from "@/lib/api/credits";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { callAccountApi } from "./account";
import type { Caller } from "./caller";
import { type DashboardContext, getDashboardContext } from "./dashboard-context";
import { pageUpstream } from "./identity";
import { Sessions } from "./sessions";
import type { Upstream } from "./upstream";

/** How long the page may wait for the balance, in ms. */
const WAIT_MS = 2_000;

export async function loadCreditsPage(): Promise<CreditsState> {
  return loadCreditsState(getDashboardContext(), await pageUpstream());
}

export async function loadCreditsState(context: DashboardContext, source: Upstream): Promise<CreditsState> {
  const at = new Date();
  const { balance, usage } = context.accounts.get(source.account);
  const account = source.own ? await loadAccountState(context, source.caller) : undefined;
  if (typeof account === "object") balance.update(account.credits.balance, account.credits.sequence);
  else if (account === undefined) await balance.refresh(source, WAIT_MS);
  usage.setBaseline(balance.state.balance);
  const { expected } = usage.summary();
  if (account === undefined && expected !== null && expected !== balance.state.balance) {
    // Responses can arrive out of order: a difference counts only after a second check.
    balance.invalidate();
    await balance.refresh(source, WAIT_MS);
  }
  return {
    account,
    count: usage.summary(),
    budgets: context.budgets.stateOf(source.account, context.sessions.used(Sessions.of(source)).session),
    balance: balance.state.balance,
    sequence: balance.state.sequence,
    estimated: balance.state.estimated,
    at: at.toISOString(),
  };
}

/** A sentence when it is not available. */
async function loadAccountState(context: DashboardContext, caller: Caller): Promise<AccountState | string> {
  const [credits, usage, ledger] = await Promise.all([
    fetchAccountData(context, caller, ACCOUNT.credits, readCredits),
    fetchAccountData(context, caller, ACCOUNT.usage, readUsage),
    fetchAccountData(context, caller, ACCOUNT.ledger, readLedger),
  ]);
  if (typeof credits === "string") return credits;
  if (typeof usage === "string") return usage;
  if (typeof ledger === "string") return ledger;
  return { credits, usage, ledger };
}

async function fetchAccountData<T>(
  context: DashboardContext,
  caller: Caller,
  { method, path }: AccountEndpoint,
  read: (json: unknown) => T | undefined,
): Promise<T | string> {
  const response = await callAccountApi(context, caller, method, path);
  const json = parseJson("failure" in response ? response.failure.body : response.text);
  const value = "failure" in response || response.status !== 200 ? undefined : read(json);
  return value ?? readErrorResponse(json)?.message ?? "The service's answer could not be read.";
}
