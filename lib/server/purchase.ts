/** One purchase of one answer: asked once, kept, counted. What goes wrong becomes a failure that says what it cost. */
import "server-only";
import { countIn } from "@/lib/api/answer-headers";
import { costSentence, judge, type Read, type Unread } from "@/lib/api/judge";
import { sendOnce } from "@/lib/api/send-once";
import { ACCOUNT_SECRET_HEADER, VIEW_HEADER } from "@/lib/contract/account";
import { BUDGET_REACHED } from "@/lib/contract/account-budgets";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/errors";
import { EVENTS_AVAILABLE_HEADER } from "@/lib/contract/headers";
import { accountSecret } from "./account-secret";
import { type Failure, failure } from "./answers";
import type { Answered, Asked } from "./asked";
import type { Dashboard } from "./dashboard";
import { heldKey } from "./held-pages";
import { mostOf } from "./most";
import type { Outcome } from "./outcome";
import type { HeldPage } from "./page-cache";
import type { Upstream } from "./upstream";

export interface Wanted extends Asked {
  /** Under which the answer is held. */
  readonly key: string;
  readonly session: string;
  /** Address of the page that it is for. */
  readonly address: string | undefined;
}

export async function purchase(board: Dashboard, upstream: Upstream, wanted: Wanted): Promise<Outcome> {
  const { account } = upstream;
  const { session, address } = wanted;
  const limited = Object.values(board.budgets.limitsOf(account)).some((limit) => limit !== null);
  const most = limited ? await mostOf(board, wanted) : 0;
  const budget = board.budgets.reserve({ account, session, used: board.sessions.used(session).session }, most);
  if ("refused" in budget) return { kind: "failure", failure: failure(403, BUDGET_REACHED, budget.refused) };
  board.tally.begin(account, board.balance.known.balance);
  const sentAt = Date.now();
  const call = { ...wanted.call, beside: await ownHeaders(board, upstream, address) };
  const sent = await sendOnce(upstream, call, { timeoutMs: board.timeoutMs });
  const judged = judge(upstream, sent, sentAt, wanted.read);
  if (judged.balance !== undefined) board.balance.learn(upstream.account, judged.balance, sentAt);
  const outcome: Outcome =
    judged.kind === "read" ? bought(judged, sentAt) : { kind: "failure", failure: failureOf(judged) };
  if (outcome.kind === "page") {
    board.pages.set(wanted.key, outcome.page);
    if (judged.kind === "read") holdAlso(board, upstream, wanted, judged.value, outcome.page);
    board.sessions.add(wanted.session, wanted.view, outcome.credits, wanted.records ?? outcome.credits);
    if (judged.balance === undefined) board.balance.spend(upstream.account, outcome.credits);
    board.tally.bought(account, {
      at: outcome.page.boughtAt,
      requestId: outcome.page.requestId ?? null,
      endpoint: wanted.endpoint,
      view: address ?? wanted.view,
      credits: outcome.credits,
      balance: judged.balance ?? null,
    });
    await budget.settle(outcome.credits);
  } else {
    const { charged } = outcome.failure;
    board.tally.failed(account, charged);
    if (charged === "unknown") board.balance.doubt();
    await budget.settle(charged === "unknown" ? "unknown" : 0);
  }
  board.log.info({
    event: "page asked of the API",
    endpoint: wanted.endpoint,
    status: outcome.kind === "page" ? 200 : outcome.failure.status,
    credits: outcome.kind === "page" ? outcome.credits : 0,
    requestId: outcome.kind === "page" ? outcome.page.requestId : outcome.failure.requestId,
    ms: Date.now() - sentAt,
  });
  return outcome;
}

/** Under the other requests that the answer answers. */
function holdAlso(board: Dashboard, upstream: Upstream, wanted: Wanted, { also = [] }: Answered, page: HeldPage): void {
  for (const { text, json } of also) {
    const key = heldKey(upstream, text);
    if (key === wanted.key) continue;
    board.pages.set(key, json === undefined ? page : { ...page, body: new TextEncoder().encode(JSON.stringify(json)) });
  }
}

/** What our own service alone is told: which page this is for, and that its own dashboard says so. */
async function ownHeaders(
  board: Dashboard,
  upstream: Upstream,
  address: string | undefined,
): Promise<Record<string, string>> {
  const secret = upstream.own ? await accountSecret(board.settings) : undefined;
  if (secret === undefined) return {};
  return { [ACCOUNT_SECRET_HEADER]: secret, ...(address === undefined ? {} : { [VIEW_HEADER]: address }) };
}

function bought({ value, body, headers, credits, requestId }: Read<Answered>, sentAt: number): Outcome {
  const boughtAt = new Date(sentAt).toISOString();
  const eventsAvailable = countIn(headers, EVENTS_AVAILABLE_HEADER);
  const page = {
    body,
    boughtAt,
    ...(requestId === undefined ? {} : { requestId }),
    ...(eventsAvailable === undefined ? {} : { eventsAvailable }),
  };
  return { kind: "page", page, credits: credits ?? value.cost };
}

/** An error in the envelope goes on as it came; anything else gets one of ours. */
function failureOf({ reason, status, what, charged, text, requestId = "", retryAfterMs }: Unread): Failure {
  if (reason === "refusal") {
    const retryAfter = retryAfterMs === undefined ? {} : { retryAfter: String(Math.ceil(retryAfterMs / 1000)) };
    return { status, body: text, requestId, charged, ...retryAfter };
  }
  const message = `${what} ${costSentence(charged)}`;
  const own = reason === "timeout" ? 504 : status >= 400 ? status : 502;
  return failure(own, status === 0 ? "SERVICE_UNAVAILABLE" : codeOf(own), message, charged);
}

function codeOf(status: number): ErrorCode {
  const codes: readonly ErrorCode[] = Object.keys(ERROR_STATUS).filter(
    (code): code is ErrorCode => code in ERROR_STATUS,
  );
  return (
    codes.find((code) => ERROR_STATUS[code] === status) ?? (status === 500 ? "INTERNAL_ERROR" : "SERVICE_UNAVAILABLE")
  );
}
