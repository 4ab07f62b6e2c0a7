/** One purchase of one page: asked once, kept, counted. What goes wrong becomes a failure that says what it cost. */
import "server-only";
import type { Charged } from "@/lib/api/dashboard";
import { type Answer, fetchPage, type NoAnswer } from "@/lib/api/fetch-page";
import { parseJson, readErrorAnswer, readListPage } from "@/lib/api/list-page";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/errors";
import type { FeedName } from "@/lib/contract/feeds";
import { CREDITS_USED_HEADER, REQUEST_ID_HEADER } from "@/lib/contract/headers";
import { type Failure, failure } from "./answers";
import { balanceIn } from "./balance";
import type { Dashboard } from "./dashboard";
import type { Outcome } from "./outcome";
import type { Upstream } from "./upstream";

export interface Wanted {
  readonly feed: FeedName;
  /** Path and query of the interface. */
  readonly path: string;
  /** Under which the page is held. */
  readonly key: string;
  readonly session: string;
  readonly view: string;
  readonly limit: number;
}

const UNKNOWN_COST = "It is not known whether this was charged; the balance will show.";

export async function purchase(board: Dashboard, upstream: Upstream, wanted: Wanted): Promise<Outcome> {
  const sentAt = Date.now();
  const answer = await fetchPage(upstream.host, upstream.key, wanted.path, { timeoutMs: board.timeoutMs });
  const outcome =
    answer.kind === "none" ? unanswered(answer, board.timeoutMs) : judged(wanted.feed, upstream, answer, sentAt);
  if (answer.kind === "answer") {
    const balance = balanceIn(answer);
    if (balance !== undefined) board.balance.learn(upstream.account, balance, sentAt);
  }
  if (outcome.kind === "page") {
    board.pages.set(wanted.key, outcome.page);
    board.sessions.add(wanted.session, wanted.view, outcome.credits, wanted.limit);
  } else if (outcome.failure.charged === "unknown") board.balance.doubt();
  board.log.info({
    event: "page asked of the API",
    feed: wanted.feed,
    status: outcome.kind === "page" ? 200 : outcome.failure.status,
    credits: outcome.kind === "page" ? outcome.credits : 0,
    requestId: outcome.kind === "page" ? outcome.page.requestId : outcome.failure.requestId,
    ms: Date.now() - sentAt,
  });
  return outcome;
}

function unanswered(none: NoAnswer, timeoutMs: number): Outcome {
  const known: Readonly<Record<NoAnswer["reason"], [status: number, what: string]>> = {
    refused: [502, "The API cannot be reached."],
    timeout: [504, `The API did not answer within ${timeoutMs / 1000} seconds.`],
    broken: [502, "The API's answer broke off."],
    "too-large": [502, "The API's answer is larger than a page can be."],
  };
  const [status, what] = known[none.reason];
  const cost = none.sent ? UNKNOWN_COST : "Nothing was charged.";
  return {
    kind: "failure",
    failure: failure(status, "SERVICE_UNAVAILABLE", `${what} ${cost}`, none.sent ? "unknown" : "no"),
  };
}

function judged(feed: FeedName, upstream: Upstream, answer: Answer, sentAt: number): Outcome {
  const body = withoutKey(answer.body, upstream.key);
  const text = new TextDecoder().decode(body);
  const json = parseJson(text);
  const page = answer.status === 200 ? readListPage(feed, json) : undefined;
  const requestId = plainHeader(answer, REQUEST_ID_HEADER, upstream.key);
  if (page !== undefined) {
    const credits = page.creditsUsed ?? creditsHeader(answer) ?? page.records.length;
    const boughtAt = new Date(sentAt).toISOString();
    return { kind: "page", page: { body, boughtAt, ...(requestId === undefined ? {} : { requestId }) }, credits };
  }
  const told = answer.status >= 400 ? readErrorAnswer(json) : undefined;
  const charged = chargedBy(answer, upstream, told !== undefined);
  if (told === undefined) return { kind: "failure", failure: unreadable(answer, charged) };
  const retryAfter = secondsOf(answer.headers.get("retry-after"), sentAt);
  return {
    kind: "failure",
    failure: {
      status: answer.status,
      body: text,
      requestId: told.requestId ?? requestId ?? "",
      charged,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  };
}

/** An answer outside the interface: an HTML page, half a JSON, a redirect. */
function unreadable(answer: Answer, charged: Charged): Failure {
  const status = answer.status >= 400 ? answer.status : 502;
  const cost = charged === "no" ? "Nothing was charged." : UNKNOWN_COST;
  return failure(
    status,
    codeOf(status),
    `The API answered ${answer.status} with something that is not its own format. ${cost}`,
    charged,
  );
}

function codeOf(status: number): ErrorCode {
  const codes: readonly ErrorCode[] = Object.keys(ERROR_STATUS).filter(
    (code): code is ErrorCode => code in ERROR_STATUS,
  );
  return (
    codes.find((code) => ERROR_STATUS[code] === status) ?? (status === 500 ? "INTERNAL_ERROR" : "SERVICE_UNAVAILABLE")
  );
}

/**
 * The interface charges for returned records, so a refusal in its own envelope cost nothing, and neither does an error
 * of our own service. Of anything else only the host's word for it counts.
 */
function chargedBy(answer: Answer, upstream: Upstream, enveloped: boolean): Charged {
  if (creditsHeader(answer) === 0) return "no";
  if (!enveloped) return "unknown";
  return answer.status < 500 || upstream.own ? "no" : "unknown";
}

function creditsHeader(answer: Answer): number | undefined {
  const given = answer.headers.get(CREDITS_USED_HEADER);
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}

/** A host that repeats the key, in an error or in a header, shall not tell it to the browser. */
function withoutKey(body: Uint8Array, key: string): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes.includes(key) ? Buffer.from(bytes.toString("utf8").replaceAll(key, "[key]")) : body;
}

function plainHeader(answer: Answer, name: string, key: string): string | undefined {
  const value = answer.headers.get(name);
  return value !== null && /^[\w.:-]{1,100}$/.test(value) && !value.includes(key) ? value : undefined;
}

/** `Retry-After` in seconds, whether the host wrote seconds or a date. */
function secondsOf(header: string | null, now: number): string | undefined {
  if (header === null) return undefined;
  if (/^\d{1,7}$/.test(header)) return header;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : String(Math.max(0, Math.ceil((at - now) / 1000)));
}
