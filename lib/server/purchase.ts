/** One purchase of one answer: asked once, kept, counted. What goes wrong becomes a failure that says what it cost. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { countIn } from "@/lib/api/answer-headers";
import { costSentence, judge, type Read, type Unread } from "@/lib/api/judge";
import { type Call, sendOnce } from "@/lib/api/send-once";
import { VIEW_HEADER, VIEW_LENGTH } from "@/lib/contract/account";
import { BUDGET_REACHED } from "@/lib/contract/account-budgets";
import { accountFeedPath } from "@/lib/contract/account-people";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/errors";
import { EVENTS_AVAILABLE_HEADER } from "@/lib/contract/headers";
import { SIGN_IN_PAGE } from "@/lib/filters/own-path";
import { whereFrom } from "./account";
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
  /** Of this account, as use is counted. */
  readonly session: string;
  /** Address of the page that it is for. */
  readonly address: string | undefined;
}

export async function purchase(board: Dashboard, upstream: Upstream, wanted: Wanted): Promise<Outcome> {
  const { account, own } = upstream;
  const { session, address } = wanted;
  const { balance, tally } = board.accounts.of(account);
  const limited = Object.values(board.budgets.limitsOf(account)).some((limit) => limit !== null);
  const most = limited ? await mostOf(board, upstream.asker, wanted) : 0;
  const budget = board.budgets.reserve({ account, own, session, used: board.sessions.used(session).session }, most);
  if ("refused" in budget) return { kind: "failure", failure: failure(403, BUDGET_REACHED, budget.refused) };
  tally.begin(balance.known.balance);
  const sentAt = Date.now();
  const judged = await request(board, upstream, wanted, sentAt).finally(balance.buying());
  if (judged.balance !== undefined) balance.learn(judged.balance, sentAt);
  const outcome: Outcome =
    judged.kind === "read" ? bought(judged, sentAt) : { kind: "failure", failure: failureOf(judged, own) };
  if (outcome.kind === "page") {
    board.pages.set(wanted.key, outcome.page);
    if (judged.kind === "read") holdAlso(board, upstream, wanted, judged.value, outcome.page);
    board.sessions.add(wanted.session, wanted.view, outcome.credits, wanted.records ?? outcome.credits);
    if (judged.balance === undefined) balance.spend(outcome.credits);
    tally.bought({
      at: outcome.page.boughtAt,
      requestId: outcome.page.requestId ?? null,
      endpoint: wanted.endpoint,
      view: address ?? wanted.view.slice(0, VIEW_LENGTH),
      credits: outcome.credits,
      balance: judged.balance ?? null,
    });
    board.accounts.resize(account);
    await budget.settle(outcome.credits);
  } else {
    const { charged } = outcome.failure;
    tally.failed(charged);
    if (charged === "unknown") {
      balance.doubt();
      board.sessions.begin(session);
    }
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

/** Our own service may have been restarted in the middle of an answer; ms. */
const REPEAT_AFTER_MS = 1_000;

/**
 * Every purchase has an idempotency key, which stays that of the same page until there is an answer: pressed again after
 * an attempt that may have been charged, it is charged once in all by a service that honours such keys, as ours does.
 */
async function request(
  board: Dashboard,
  upstream: Upstream,
  wanted: Wanted,
  sentAt: number,
): Promise<Read<Answered> | Unread> {
  const idempotencyKey = board.uncertain.get(wanted.key) ?? uuid();
  const call = { ...(upstream.own ? ownCall(upstream, wanted) : wanted.call), idempotencyKey };
  const send = async () =>
    judge(upstream, await sendOnce(upstream, call, { timeoutMs: board.timeoutMs }), sentAt, wanted.read);
  const first = await send();
  if (!isUncertain(first)) {
    if (first.kind === "read") board.uncertain.delete(wanted.key);
    return first;
  }
  board.uncertain.set(wanted.key, idempotencyKey);
  if (!upstream.own || first.reason === "timeout") return first;
  await delay(REPEAT_AFTER_MS);
  const second = await send();
  // What the second attempt says of itself leaves the doubt about the first.
  if (second.kind === "unread") return { ...second, charged: "unknown" };
  board.uncertain.delete(wanted.key);
  return second;
}

function isUncertain(judged: Read<Answered> | Unread): judged is Unread {
  return judged.kind === "unread" && judged.charged === "unknown";
}

/** Under the other requests that the answer answers. */
function holdAlso(board: Dashboard, upstream: Upstream, wanted: Wanted, { also = [] }: Answered, page: HeldPage): void {
  for (const { text, json } of also) {
    const key = heldKey(upstream, text);
    if (key === wanted.key) continue;
    board.pages.set(key, json === undefined ? page : { ...page, body: new TextEncoder().encode(JSON.stringify(json)) });
  }
}

/** The same request as our own service answers it for a person, who says from which page of ours it comes. */
function ownCall({ asker }: Upstream, { call, address }: Wanted): Call {
  const view: Record<string, string> = address === undefined ? {} : { [VIEW_HEADER]: address };
  return { ...call, path: accountFeedPath(call.path), beside: { ...whereFrom(asker), ...view } };
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
function failureOf(
  { reason, status, what, charged, text, requestId = "", retryAfterMs }: Unread,
  ofOwnService: boolean,
): Failure {
  if (reason === "refusal") {
    const retryAfter = retryAfterMs === undefined ? {} : { retryAfter: String(Math.ceil(retryAfterMs / 1000)) };
    // Of our own service it is the session that ended; of another host it is the key, which no door mends.
    const refused = { status, body: text, requestId, charged, ...retryAfter };
    return ofOwnService && status === 401 ? { ...refused, door: SIGN_IN_PAGE } : refused;
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
