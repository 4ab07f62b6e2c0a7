/** What the Credits page is rendered from. Everything in it is free. */
import "server-only";
import { cookies } from "next/headers";
import { NO_LIMITS } from "@/lib/api/budgets";
import { type AccountState, type CreditsState, readCredits, readLedger, readUsage } from "@/lib/api/credits";
import { parseJson, readErrorAnswer } from "@/lib/api/list-page";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { askAccount } from "./account-route";
import { type Dashboard, dashboard } from "./dashboard";
import { SESSION_COOKIE } from "./sessions";
import { NoKey, upstream } from "./upstream";

/** How long the page may wait for the balance, in ms. */
const WAIT_MS = 2_000;

export async function creditsPage(): Promise<CreditsState> {
  const jar = await cookies();
  return creditsState(dashboard(), jar.get(SESSION_COOKIE)?.value);
}

export async function creditsState(board: Dashboard, session: string | undefined): Promise<CreditsState> {
  const at = new Date();
  const used = board.sessions.used(session).session;
  try {
    const source = await upstream(board.settings);
    const account = source.own ? await accountState(board) : undefined;
    if (typeof account === "object") board.balance.learn(source.account, account.credits.balance, at.getTime());
    else await board.balance.refresh(source, WAIT_MS);
    board.tally.anchor(source.account, board.balance.known.balance);
    if (account === undefined && drifts(board, source.account)) {
      // Answers can cross: asked again, a difference is one.
      board.balance.doubt();
      await board.balance.refresh(source, WAIT_MS);
    }
    return {
      account,
      count: board.tally.told(source.account),
      budgets: board.budgets.stateOf(source.account, used),
      balance: board.balance.known.balance,
      estimated: board.balance.known.estimated,
      at: at.toISOString(),
    };
  } catch (error) {
    if (!(error instanceof NoKey)) throw error;
    const budgets = { limits: NO_LIMITS, used: { session: used, day: 0, month: 0 } };
    return {
      account: error.message,
      count: board.tally.told(""),
      budgets,
      balance: null,
      estimated: false,
      at: at.toISOString(),
    };
  }
}

function drifts(board: Dashboard, account: string): boolean {
  const { expected } = board.tally.told(account);
  return expected !== null && expected !== board.balance.known.balance;
}

/** A sentence when it cannot be had. */
async function accountState(board: Dashboard): Promise<AccountState | string> {
  const [credits, usage, ledger] = await Promise.all([
    asked(board, ACCOUNT.credits, readCredits),
    asked(board, ACCOUNT.usage, readUsage),
    asked(board, ACCOUNT.ledger, readLedger),
  ]);
  if (typeof credits === "string") return credits;
  if (typeof usage === "string") return usage;
  if (typeof ledger === "string") return ledger;
  return { credits, usage, ledger };
}

async function asked<T>(
  board: Dashboard,
  { method, path }: AccountEndpoint,
  read: (json: unknown) => T | undefined,
): Promise<T | string> {
  const answer = await askAccount(board, method, path, "");
  const json = parseJson("failure" in answer ? answer.failure.body : answer.text);
  const value = "failure" in answer || answer.status !== 200 ? undefined : read(json);
  return value ?? readErrorAnswer(json)?.message ?? "The service's answer could not be read.";
}
