/** What the Credits page is rendered from. Everything in it is free. */
import "server-only";
import { type AccountState, type CreditsState, readCredits, readLedger, readUsage } from "@/lib/api/credits";
import { parseJson, readErrorAnswer } from "@/lib/api/list-page";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { askAccount } from "./account";
import type { Asker } from "./asker";
import { type Dashboard, dashboard } from "./dashboard";
import { pageUpstream } from "./identity";
import { Sessions } from "./sessions";
import type { Upstream } from "./upstream";

/** How long the page may wait for the balance, in ms. */
const WAIT_MS = 2_000;

export async function creditsPage(): Promise<CreditsState> {
  return creditsState(dashboard(), await pageUpstream());
}

export async function creditsState(board: Dashboard, source: Upstream): Promise<CreditsState> {
  const at = new Date();
  const { balance, tally } = board.accounts.of(source.account);
  const account = source.own ? await accountState(board, source.asker) : undefined;
  if (typeof account === "object") balance.learnBeside(account.credits.balance, at.getTime());
  else if (account === undefined) await balance.refresh(source, WAIT_MS);
  tally.anchor(balance.known.balance);
  const { expected } = tally.told();
  if (account === undefined && expected !== null && expected !== balance.known.balance) {
    // Answers can cross: asked again, a difference is one.
    balance.doubt();
    await balance.refresh(source, WAIT_MS);
  }
  return {
    account,
    count: tally.told(),
    budgets: board.budgets.stateOf(source.account, board.sessions.used(Sessions.of(source)).session),
    balance: balance.known.balance,
    estimated: balance.known.estimated,
    at: at.toISOString(),
  };
}

/** A sentence when it cannot be had. */
async function accountState(board: Dashboard, asker: Asker): Promise<AccountState | string> {
  const [credits, usage, ledger] = await Promise.all([
    asked(board, asker, ACCOUNT.credits, readCredits),
    asked(board, asker, ACCOUNT.usage, readUsage),
    asked(board, asker, ACCOUNT.ledger, readLedger),
  ]);
  if (typeof credits === "string") return credits;
  if (typeof usage === "string") return usage;
  if (typeof ledger === "string") return ledger;
  return { credits, usage, ledger };
}

async function asked<T>(
  board: Dashboard,
  asker: Asker,
  { method, path }: AccountEndpoint,
  read: (json: unknown) => T | undefined,
): Promise<T | string> {
  const answer = await askAccount(board, asker, method, path);
  const json = parseJson("failure" in answer ? answer.failure.body : answer.text);
  const value = "failure" in answer || answer.status !== 200 ? undefined : read(json);
  return value ?? readErrorAnswer(json)?.message ?? "The service's answer could not be read.";
}
