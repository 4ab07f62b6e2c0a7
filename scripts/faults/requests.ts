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
  /** Only a purchase may charge. */
  readonly f: "purchase" | "read";
  readonly path: string;
  readonly body?: string;
}

/** An attempt is one sent request and its result. Instants are of `performance.now()`. */
export interface Attempt {
  readonly account: Account;
  readonly f: Request["f"];
  readonly path: string;
  /** The request was sent with this idempotency key. */
  readonly key: string | undefined;
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
  /** The ids of the records in the response; those of a read are of owned records. */
  readonly records: readonly string[];
  readonly retryAfter: boolean;
  /** The text describes how a response contradicts itself. */
  readonly wrong: string | undefined;
}

/** A request is given up after this, far longer than any response may take (ms). */
const UNANSWERED_AFTER_MS = 30_000;
const OLDEST_DAYS = 999;

/** @param pagesBack the page begins at any day, for people who own the newest records soon */
export function anyRequest(chance: Chance, companies: readonly string[], pagesBack: boolean): Request {
  const kind = chance.next();
  if (kind < 0.75) {
    const feed = chance.happens(0.8) ? FEEDS.funding : FEEDS.companies;
    const path = `${feed.path}?${LIMIT_PARAMETER}=${chance.between(1, 5)}`;
    const until = pagesBack && feed === FEEDS.funding ? `&until=-${chance.between(1, OLDEST_DAYS)}d` : "";
    return { f: "purchase", path: `${path}${until}` };
  }
  if (kind < 0.9) return { f: "purchase", path: `${TIMELINE_PATH}?id=${chance.pick(companies)}` };
  const items = Array.from({ length: chance.between(1, 3) }, () => ({ id: chance.pick(companies) }));
  return { f: "purchase", path: TIMELINE_PATH, body: JSON.stringify({ [BATCH_FIELD]: items }) };
}

/** @param timeoutMs limits the whole response */
export async function send(
  service: string,
  account: Account,
  { f, path, body }: Request,
  { key, timeoutMs = UNANSWERED_AFTER_MS }: { readonly key?: string; readonly timeoutMs?: number } = {},
): Promise<Attempt> {
  const startedAt = performance.now();
  const address = `${service}${account.through === "key" ? path : accountFeedPath(path)}`;
  const noted = {
    ...{ account, f, path, key, startedAt, code: "", message: "", requestId: null, used: 0, records: [] },
    ...{ balance: undefined, retryAfter: false, wrong: undefined },
  };
  const response = await sendRequest(address, {
    headers: {
      ...account.headers,
      ...(key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body,
    timeoutMs,
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

interface Identified {
  readonly id: string;
}

interface Timeline {
  readonly company: Identified;
  /** Each has its record in a field of its kind. */
  readonly events: readonly Readonly<Record<string, string | Identified>>[];
}

/** Only a request of the load is answered so: a page, a timeline or several, or a list with owned records. */
type Received =
  | { readonly data: readonly Identified[] | Timeline; readonly meta: { readonly creditsUsed: number } }
  | readonly { readonly cost: number; readonly timeline?: Timeline }[]
  | { readonly rows: readonly { readonly record: Identified; readonly purchasedAt: string }[] };

/** Reads the records of a response and compares its cost with that in its header, which is 0 in a replay. */
function received(
  text: string,
  headerCredits: number,
  remaining: number,
): Pick<Attempt, "used" | "wrong" | "balance" | "records"> {
  const body: Received = JSON.parse(text);
  if ("rows" in body) {
    const records = body.rows.filter(({ purchasedAt }) => purchasedAt !== "").map(({ record }) => record.id);
    return { used: 0, wrong: undefined, balance: undefined, records };
  }
  const [used, records] =
    "data" in body
      ? [body.meta.creditsUsed, "events" in body.data ? listIds(body.data) : body.data.map(({ id }) => id)]
      : [body.reduce((sum, { cost }) => sum + cost, 0), body.flatMap(({ timeline }) => listIds(timeline))];
  const isWrong = used !== headerCredits && headerCredits !== 0;
  return {
    ...{ used, records, balance: headerCredits > 0 ? remaining : undefined },
    wrong: isWrong ? `${used} credits in the body and ${headerCredits} in the header` : undefined,
  };
}

function listIds(timeline: Timeline | undefined): string[] {
  if (timeline === undefined) return [];
  const records = timeline.events.flatMap((event) => Object.values(event).filter((field) => typeof field === "object"));
  return [timeline.company, ...records].map(({ id }) => id);
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
