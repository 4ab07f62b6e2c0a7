/** Reads the data of the Credits page. All of it is free. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountState, CreditsState } from "@/lib/api/credits";
import { UNKNOWN_METER } from "@/lib/api/dashboard";
import { type DashboardContext, getDashboardContext } from "../dashboard-context";
import { readForeignBudgets } from "../foreign/private-api";
import { failureMessage } from "../http/error-responses";
import { requestAccount } from "../proxy/account";
import type { Caller } from "../proxy/caller";
import { currentCaller, pageUpstream } from "./identity";

/** The page may wait this long for the balance (ms). */
const WAIT_MS = 2_000;

export async function loadCreditsPage(): Promise<CreditsState> {
  await pageUpstream();
  return loadCreditsState(getDashboardContext(), await currentCaller());
}

export async function loadCreditsState(context: DashboardContext, caller: Caller): Promise<CreditsState> {
  const at = new Date();
  const { foreign } = context;
  if (foreign === undefined) {
    const account = await loadAccountState(context, caller);
    const { balance, sequence } = typeof account === "object" ? account.credits : UNKNOWN_METER;
    return { account, balance, sequence, estimated: false, at: at.toISOString() };
  }
  const { balance, usage } = foreign;
  await balance.refresh(foreign, WAIT_MS);
  usage.setBaseline(balance.state.balance);
  const { expected } = usage.summary();
  if (expected !== null && expected !== balance.state.balance) {
    // Responses can arrive out of order: a difference counts only after a second check.
    balance.invalidate();
    await balance.refresh(foreign, WAIT_MS);
  }
  return {
    account: undefined,
    local: { count: usage.summary(), budgets: readForeignBudgets(foreign, caller) },
    balance: balance.state.balance,
    sequence: balance.state.sequence,
    estimated: balance.state.estimated,
    at: at.toISOString(),
  };
}

async function loadAccountState(context: DashboardContext, caller: Caller): Promise<AccountState | string> {
  const [credits, usage, ledger] = await Promise.all([
    requestAccount(context, caller, ACCOUNT.credits),
    requestAccount(context, caller, ACCOUNT.usage),
    requestAccount(context, caller, ACCOUNT.ledger),
  ]);
  if ("failure" in credits) return failureMessage(credits.failure);
  if ("failure" in usage) return failureMessage(usage.failure);
  if ("failure" in ledger) return failureMessage(ledger.failure);
  return { credits: credits.value, usage: usage.value, ledger: ledger.value };
}
