/** Sends the requests of the load, and records their responses. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from "node:http";
import { text as readText } from "node:stream/consumers";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import { BATCH_FIELD, TIMELINE_PATH } from "@dealflow/contract/timeline";
import type { Chance } from "@/service/ingest/demo/random";
import type { Account } from "./accounts";

export interface Request {
  readonly path: string;
  readonly body?: string;
}

/** An attempt is one sent request and its result. Instants are of `performance.now()`. */
export interface Attempt {
  readonly account: Account;
  readonly startedAt: number;
  readonly endedAt: number;
  /** 0 means that the connection broke, and null that there was no response within half a minute. */
  readonly status: number | null;
  /** The code is that of the error; "" when there was none. */
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
  /** The response reports these credits when it is first given. */
  readonly used: number;
  /** The balance after its charge; undefined when nothing was charged now. */
  readonly balance: number | undefined;
  readonly retryAfter: boolean;
  /** The text describes how a response contradicts itself. */
  readonly wrong: string | undefined;
}

/** A request is given up after this, far longer than any response may take (ms). */
const UNANSWERED_AFTER_MS = 30_000;

export function anyRequest(chance: Chance, companies: readonly string[]): Request {
  const kind = chance.next();
  if (kind < 0.75) {
    const feed = chance.happens(0.8) ? FEEDS.funding : FEEDS.companies;
    return { path: `${feed.path}?${LIMIT_PARAMETER}=${chance.between(1, 5)}` };
  }
  if (kind < 0.9) return { path: `${TIMELINE_PATH}?id=${chance.pick(companies)}` };
  const items = Array.from({ length: chance.between(1, 3) }, () => ({ id: chance.pick(companies) }));
  return { path: TIMELINE_PATH, body: JSON.stringify({ [BATCH_FIELD]: items }) };
}

export async function send(
  service: string,
  account: Account,
  { path, body }: Request,
  idempotencyKey?: string,
): Promise<Attempt> {
  const startedAt = performance.now();
  const address = `${service}${account.through === "key" ? path : accountFeedPath(path)}`;
  const noted = {
    account,
    startedAt,
    code: "",
    message: "",
    requestId: null,
    used: 0,
    balance: undefined,
    retryAfter: false,
    wrong: undefined,
  };
  const response = await sendRequest(address, {
    headers: {
      ...account.headers,
      ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body,
    timeoutMs: UNANSWERED_AFTER_MS,
  });
  const endedAt = performance.now();
  if (typeof response === "string") return { ...noted, endedAt, status: response === "late" ? null : 0 };
  const header = (name: string) => response.headers[name.toLowerCase()]?.toString();
  return {
    ...noted,
    endedAt,
    status: response.status,
    requestId: header(REQUEST_ID_HEADER) ?? null,
    retryAfter: Number(header(RETRY_AFTER_HEADER)) > 0,
    ...(response.status === 200
      ? received(response.text, Number(header(CREDITS_USED_HEADER)), Number(header(CREDITS_REMAINING_HEADER)))
      : parseError(response.text)),
  };
}

/** Compares the cost of a response with the records in it. */
function received(text: string, headerCredits: number, remaining: number): Pick<Attempt, "used" | "wrong" | "balance"> {
  const body: unknown = JSON.parse(text);
  const balance = headerCredits > 0 ? remaining : undefined;
  if (Array.isArray(body)) {
    const used = body.reduce((sum: number, item: { cost: number }) => sum + item.cost, 0);
    return { used, balance, wrong: difference(used, headerCredits) };
  }
  const { data, meta } = body as { data: unknown; meta: { creditsUsed: number } };
  const records = Array.isArray(data) ? data.length : meta.creditsUsed;
  return {
    used: meta.creditsUsed,
    balance,
    wrong: difference(records, meta.creditsUsed) ?? difference(meta.creditsUsed, headerCredits),
  };
}

/** Returns the difference of a response; a replay has 0 in its header and repeats the body of the first response. */
function difference(records: number, credits: number): string | undefined {
  return records === credits || credits === 0 ? undefined : `${records} records for ${credits} credits`;
}

function parseError(text: string): Pick<Attempt, "code" | "message"> {
  try {
    const { code, message } = JSON.parse(text).error;
    return { code, message };
  } catch {
    return { code: "no envelope", message: text.slice(0, 200) };
  }
}

interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Limits the whole response (ms). */
  readonly timeoutMs: number;
}

interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** It has no limit of connections, which would hide the effects of a late service. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends a POST with a body, else a GET. Returns "late" when the response is incomplete in time, "broken" when cut. */
export async function sendRequest(
  address: string,
  { headers, body, timeoutMs }: RequestOptions,
): Promise<HttpResponse | "late" | "broken"> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const clientRequest = startRequest(address, {
        agent,
        signal,
        headers,
        method: body === undefined ? "GET" : "POST",
      });
      clientRequest.once("response", resolve).once("error", reject);
      clientRequest.end(body);
    });
    return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(response) };
  } catch {
    return signal.aborted ? "late" : "broken";
  }
}
