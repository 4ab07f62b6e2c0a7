/** Buys one response: sends the request, caches the result, counts it. Errors become a failure that states the cost. */
import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { readCount } from "@dealflow/client/response-headers";
import {
  type Call,
  costSentence,
  type ResponseFailure,
  type ResponseSuccess,
  sendOnce,
} from "@dealflow/client/send-once";
import { VIEW_HEADER, VIEW_LENGTH } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { BUDGET_REACHED, ERROR_STATUS, type ErrorCode } from "@dealflow/contract/errors";
import { BALANCE_SEQUENCE_HEADER, EVENTS_AVAILABLE_HEADER } from "@dealflow/contract/headers";
import { v7 as uuid } from "uuid";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { clientAddressHeader } from "./account";
import type { ApiRequest, ParsedResponse } from "./api-request";
import { cacheKey } from "./cache-key";
import type { DashboardContext } from "./dashboard-context";
import { type Failure, failure } from "./error-responses";
import { estimateMaxCost } from "./max-cost";
import type { CachedPage } from "./page-cache";
import type { PurchaseOutcome } from "./purchase-outcome";
import type { Upstream } from "./upstream";

export interface PurchaseRequest extends ApiRequest {
  /** Cache key of the response. */
  readonly key: string;
  /** Scoped to this account, like usage. */
  readonly session: string;
  /** Address of the page that it is for. */
  readonly address: string | undefined;
}

export async function purchase(
  context: DashboardContext,
  upstream: Upstream,
  request: PurchaseRequest,
): Promise<PurchaseOutcome> {
  const { account, own } = upstream;
  const { session, address } = request;
  const { balance, usage } = context.accounts.get(account);
  const hasBudget = Object.values(context.budgets.limitsOf(account)).some((limit) => limit !== null);
  const maxCost = hasBudget ? await estimateMaxCost(context, upstream.caller, request) : 0;
  const budget = context.budgets.reserve(
    { account, own, session, used: context.sessions.used(session).session },
    maxCost,
  );
  if ("exceeded" in budget) return { kind: "failure", failure: failure(403, BUDGET_REACHED, budget.exceeded) };
  usage.start(balance.state.balance);
  const sentAt = Date.now();
  const { result, sequence } = await sendPurchase(context, upstream, request, sentAt);
  if (result.balance !== undefined && sequence !== undefined) balance.update(result.balance, sequence);
  const outcome: PurchaseOutcome =
    result.kind === "success" ? pageOutcome(result, sentAt) : { kind: "failure", failure: failureOf(result, own) };
  if (outcome.kind === "page") {
    if (!request.uncached) context.pages.set(request.key, outcome.page);
    if (result.kind === "success") cacheAliases(context, upstream, request, result.value, outcome.page);
    context.sessions.record(request.session, request.view, outcome.credits, request.records ?? outcome.credits);
    if (result.balance === undefined && !own) balance.spend(outcome.credits, sentAt);
    usage.recordPurchase({
      at: outcome.page.boughtAt,
      requestId: outcome.page.requestId ?? null,
      endpoint: request.endpoint,
      view: address ?? request.view.slice(0, VIEW_LENGTH),
      credits: outcome.credits,
      balance: result.balance ?? null,
    });
    context.accounts.resize(account);
    await budget.commit(outcome.credits);
  } else {
    const { charged } = outcome.failure;
    usage.recordFailure(charged);
    if (charged === "unknown") {
      balance.invalidate();
      context.sessions.start(session);
    }
    await budget.commit(charged === "unknown" ? "unknown" : 0);
  }
  context.log.info({
    event: "page requested",
    endpoint: request.endpoint,
    status: outcome.kind === "page" ? 200 : outcome.failure.status,
    credits: outcome.kind === "page" ? outcome.credits : 0,
    requestId: outcome.kind === "page" ? outcome.page.requestId : outcome.failure.requestId,
    ms: Date.now() - sentAt,
  });
  return outcome;
}

interface PurchaseResponse {
  readonly result: ResponseSuccess<ParsedResponse> | ResponseFailure;
  /** Of its balance (`BalanceState`); undefined without a response. */
  readonly sequence: number | undefined;
}

/** Our own service may have been restarted during a response; ms. */
const REPEAT_AFTER_MS = 1_000;

/**
 * Every purchase has an idempotency key, reused for the same page until there is a response: a second press after an
 * attempt that may have been charged is charged once in all by a service that honours such keys, as ours does.
 */
async function sendPurchase(
  context: DashboardContext,
  upstream: Upstream,
  request: PurchaseRequest,
  sentAt: number,
): Promise<PurchaseResponse> {
  const idempotencyKey = context.uncertain.get(request.key) ?? uuid();
  const call = { ...(upstream.own ? serviceCall(upstream, request) : request.call), idempotencyKey };
  const send = async (): Promise<PurchaseResponse> => {
    const result = await sendOnce(upstream, call, request.read, { timeoutMs: context.timeoutMs, now: () => sentAt });
    const sequence = result.headers && readCount(result.headers, BALANCE_SEQUENCE_HEADER);
    return { result, sequence: upstream.own ? sequence : sentAt };
  };
  const first = await send();
  if (first.result.kind === "success" || first.result.charged === "no") {
    if (first.result.kind === "success") context.uncertain.delete(request.key);
    return first;
  }
  context.uncertain.set(request.key, idempotencyKey);
  if (!upstream.own || first.result.reason === "timeout") return first;
  await delay(REPEAT_AFTER_MS);
  const { result, sequence } = await send();
  // The second attempt says nothing about whether the first one was charged.
  if (result.kind === "failure") return { result: { ...result, charged: "unknown" }, sequence };
  context.uncertain.delete(request.key);
  return { result, sequence };
}

/** Also caches the page under its aliases. */
function cacheAliases(
  context: DashboardContext,
  upstream: Upstream,
  request: PurchaseRequest,
  { aliases = [] }: ParsedResponse,
  page: CachedPage,
): void {
  for (const { text, json } of aliases) {
    const key = cacheKey(upstream, text);
    if (key === request.key) continue;
    context.pages.set(
      key,
      json === undefined ? page : { ...page, body: new TextEncoder().encode(JSON.stringify(json)) },
    );
  }
}

/** The same request as our own service serves it for a person, with the address of the dashboard page. */
function serviceCall({ caller }: Upstream, { call, address }: PurchaseRequest): Call {
  const view: Record<string, string> = address === undefined ? {} : { [VIEW_HEADER]: address };
  return { ...call, path: accountFeedPath(call.path), extraHeaders: { ...clientAddressHeader(caller), ...view } };
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
function failureOf(
  { reason, status, message: what, charged, text, requestId = "", retryAfterMs }: ResponseFailure,
  ofOwnService: boolean,
): Failure {
  if (reason === "refusal") {
    const retryAfter = retryAfterMs === undefined ? {} : { retryAfter: String(Math.ceil(retryAfterMs / 1000)) };
    // With our own service the session ended; with a foreign host the key is invalid, and signing in does not help.
    const rejection = { status, body: text, requestId, charged, ...retryAfter };
    return ofOwnService && status === 401 ? { ...rejection, authPage: SIGN_IN_PAGE } : rejection;
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
