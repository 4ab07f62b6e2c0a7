/** Buys one response of another host: sends the request, caches the result, counts it. Errors become a failure that states the cost. */
import "server-only";
import { costSentence } from "@dealflow/client/charged";
import { readCount } from "@dealflow/client/response-headers";
import { type ResponseFailure, type ResponseSuccess, sendOnce } from "@dealflow/client/send-once";
import { BUDGET_REACHED } from "@dealflow/contract/errors";
import { EVENTS_AVAILABLE_HEADER, VIEW_LENGTH } from "@dealflow/contract/headers";
import { v7 as uuid } from "uuid";
import { errorCode } from "@/lib/describe/statuses";
import { type Failure, failure } from "../http/error-responses";
import type { ApiRequest, ParsedResponse } from "../proxy/api-request";
import { cacheKey, type ForeignHost, type PurchaseOutcome } from "./foreign-host";
import type { CachedPage } from "./page-cache";

interface PurchaseRequest extends ApiRequest {
  readonly key: string;
  readonly session: string;
  readonly address: string | undefined;
}

export async function purchase(foreign: ForeignHost, request: PurchaseRequest): Promise<PurchaseOutcome> {
  const { account, balance, budgets, log, pages, sessions, usage } = foreign;
  const { session, address } = request;
  const spender = { account, session, used: sessions.used(session).session };
  const hasBudget = Object.values(budgets.readLimits(account)).some((limit) => limit !== null);
  // A timeline of another host has no price before it is bought.
  const budget = budgets.reserve(spender, hasBudget ? request.records : 0);
  if ("exceeded" in budget) return { kind: "failure", failure: failure(403, BUDGET_REACHED, budget.exceeded) };
  usage.start(balance.state.balance);
  const sentAt = Date.now();
  const result = await sendPurchase(foreign, request, sentAt);
  if (result.balance !== undefined) balance.update(result.balance, sentAt);
  const outcome: PurchaseOutcome =
    result.kind === "success" ? pageOutcome(result, sentAt) : { kind: "failure", failure: toFailure(result) };
  if (outcome.kind === "page") {
    pages.set(request.key, outcome.page);
    if (result.kind === "success") cacheAliases(foreign, request, result.value, outcome.page);
    sessions.record(session, request.view, outcome.credits);
    if (result.balance === undefined) balance.spend(outcome.credits, sentAt);
    usage.recordPurchase({
      at: outcome.page.boughtAt,
      requestId: outcome.page.requestId ?? null,
      endpoint: request.endpoint,
      view: address ?? request.view.slice(0, VIEW_LENGTH),
      credits: outcome.credits,
      balance: result.balance ?? null,
    });
    await budget.commit(outcome.credits);
  } else {
    const { charged } = outcome.failure;
    usage.recordFailure(charged);
    if (charged === "unknown") {
      balance.invalidate();
      sessions.start(session);
    }
    await budget.commit(charged === "unknown" ? "unknown" : 0);
  }
  log.info({
    event: "page requested",
    endpoint: request.endpoint,
    status: outcome.kind === "page" ? 200 : outcome.failure.status,
    credits: outcome.kind === "page" ? outcome.credits : 0,
    requestId: outcome.kind === "page" ? outcome.page.requestId : outcome.failure.requestId,
    ms: Date.now() - sentAt,
  });
  return outcome;
}

/**
 * Every purchase has an idempotency key, reused for the same page until there is a response: a second press after an
 * attempt that may have been charged is charged once in all by a host that honours such keys. Others may not, so nothing
 * is repeated without a press.
 */
async function sendPurchase(
  foreign: ForeignHost,
  { call, key, read }: PurchaseRequest,
  sentAt: number,
): Promise<ResponseSuccess<ParsedResponse> | ResponseFailure> {
  const { timeoutMs, uncertain } = foreign;
  const idempotencyKey = uncertain.get(key) ?? uuid();
  const result = await sendOnce(foreign, { ...call, idempotencyKey }, read, { timeoutMs, now: () => sentAt });
  if (result.kind === "success") uncertain.delete(key);
  else if (result.charged === "unknown") uncertain.set(key, idempotencyKey);
  return result;
}

function cacheAliases(
  foreign: ForeignHost,
  request: PurchaseRequest,
  { aliases = [] }: ParsedResponse,
  page: CachedPage,
): void {
  for (const { text, json } of aliases) {
    const key = cacheKey(foreign, text);
    if (key === request.key) continue;
    foreign.pages.set(
      key,
      json === undefined ? page : { ...page, body: new TextEncoder().encode(JSON.stringify(json)) },
    );
  }
}

function pageOutcome(
  { value, body, headers, credits, requestId }: ResponseSuccess<ParsedResponse>,
  sentAt: number,
): PurchaseOutcome {
  const boughtAt = new Date(sentAt).toISOString();
  const eventsAvailable = readCount(headers, EVENTS_AVAILABLE_HEADER);
  const page = {
    body,
    boughtAt,
    ...(requestId === undefined ? {} : { requestId }),
    ...(eventsAvailable === undefined ? {} : { eventsAvailable }),
  };
  return { kind: "page", page, credits: credits ?? value.cost };
}

/** An error in the envelope is passed on unchanged; anything else is replaced by our own. */
function toFailure({
  reason,
  status,
  message: what,
  charged,
  text,
  requestId = "",
  retryAfterMs,
}: ResponseFailure): Failure {
  if (reason === "refusal") {
    const retryAfter = retryAfterMs === undefined ? {} : { retryAfter: String(Math.ceil(retryAfterMs / 1000)) };
    return { status, body: text, requestId, charged, ...retryAfter };
  }
  const message = `${what} ${costSentence(charged)}`;
  const own = reason === "timeout" ? 504 : status >= 400 ? status : 502;
  const code = status === 0 ? undefined : errorCode(own);
  return failure(own, code ?? "SERVICE_UNAVAILABLE", message, charged);
}
