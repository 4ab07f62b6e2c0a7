/** Answers of the interface for the dashboard's own pages: from what is held, or bought when a gesture said so. */
import "server-only";
import {
  ESTIMATED_HEADER,
  HELD_HEADER,
  INTENT_HEADER,
  INTENTS,
  type Intent,
  NEXT_HELD_HEADER,
  SESSION_USED_HEADER,
  SOURCE_HEADER,
  VIEW_USED_HEADER,
} from "@/lib/api/dashboard";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "@/lib/contract/errors";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  REQUEST_ID_HEADER,
} from "@/lib/contract/headers";
import { admitted, outdated } from "./admitted";
import { failed, failure, invalid, wrongMethod } from "./answers";
import { type Asked, endpointsAt, readAsked } from "./asked";
import type { Dashboard } from "./dashboard";
import { heldKey, isNextHeld } from "./held-pages";
import type { HeldPage } from "./page-cache";
import { purchase } from "./purchase";
import { textOf } from "./request-text";
import { Sessions, sessionCookie } from "./sessions";
import { permitted, type Upstream, upstream } from "./upstream";
import { viewAddress } from "./view-address";

/** `path` is the interface's (`/v1/funding-events`). */
export async function answerRequest(board: Dashboard, path: string, request: Request): Promise<Response> {
  const endpoints = endpointsAt(path);
  const endpoint = endpoints.find(({ method }) => method === request.method);
  if (endpoint === undefined && endpoints.length > 0)
    return wrongMethod(
      request.method,
      endpoints.map(({ method }) => method),
    );
  const asker = admitted(board, request.headers);
  if ("failure" in asker) return failed(asker.failure);
  const intent = intentOf(request.headers.get(INTENT_HEADER));
  if (intent === undefined)
    return failed(failure(403, "FORBIDDEN", `${INTENT_HEADER} must be one of ${INTENTS.join(", ")}`));
  const { search, searchParams } = new URL(request.url);
  if (search.length > MAX_ADDRESS_BYTES)
    return failed(failure(431, "HEADERS_TOO_LARGE", `The address is longer than ${MAX_ADDRESS_BYTES} bytes`));
  if (endpoint === undefined)
    return failed(failure(404, "NOT_FOUND", `${path.slice(0, 100)} is no path of the interface`));
  const body = await textOf(request);
  if (body === undefined)
    return failed(failure(413, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes`));
  const asked = readAsked(endpoint, searchParams, body);
  if ("problems" in asked) return failed(invalid(asked.problems));
  if (intent === "check") return new Response(null, { status: 204 });
  const source = await upstream(board, asker);
  if ("failure" in source) return failed(source.failure);
  const late = outdated(request.headers, source);
  if (late !== undefined) return failed(late);
  const session = board.sessions.idOf(asker.session);
  return answerAsked(board, source, asked, intent, { session, referer: request.headers.get("referer") });
}

interface Browser {
  /** Id of its session of use. */
  readonly session: string;
  readonly referer: string | null;
}

async function answerAsked(
  board: Dashboard,
  source: Upstream,
  asked: Asked,
  intent: Exclude<Intent, "check">,
  browser: Browser,
): Promise<Response> {
  const key = heldKey(source, asked.text);
  const held = () => (intent === "refresh" ? undefined : board.pages.get(key));
  const at = { board, source, asked, session: browser.session };
  // Found before the service is asked: by then it may be over, and must not be made twice.
  let running = board.pages.underWay(key);
  if (intent === "held" || held() !== undefined || running !== undefined) {
    // A purchase is judged by the service itself; what is told from here is told after it was asked.
    const allowed = await permitted(board, source.asker);
    if ("failure" in allowed) return failed(allowed.failure);
  }
  for (;;) {
    running ??= board.pages.underWay(key);
    const page = held();
    if (page !== undefined) {
      if (intent === "buy") board.sessions.add(keyOf(at), asked.view, 0, asked.records ?? 0);
      return delivered(at, page, undefined);
    }
    if (running === undefined && intent === "held") return new Response(null, { status: 204, headers: counts(at) });
    const address = viewAddress(asked.page, browser.referer);
    const wanted = { ...asked, key, session: keyOf(at), address };
    const outcome = await (running ?? board.pages.once(key, () => purchase(board, source, wanted)));
    if (outcome.kind === "page")
      return delivered(at, outcome.page, running === undefined ? outcome.credits : undefined);
    // What another person may not do, or no longer, says nothing of this one.
    const another = running !== undefined && [401, 403].includes(outcome.failure.status);
    if (!another) return failed(outcome.failure, counts(at));
    running = undefined;
  }
}

function intentOf(header: string | null): Intent | undefined {
  return INTENTS.find((intent) => intent === header);
}

/** Who is answered, about what. */
interface Told {
  readonly board: Dashboard;
  readonly source: Upstream;
  readonly asked: Asked;
  readonly session: string;
}

function keyOf({ source, session }: Told): string {
  return Sessions.key(source.account, session);
}

/** `paid`: what the answer was bought for now; undefined when it was held, or bought by whoever asked a moment before. */
function delivered(at: Told, page: HeldPage, paid: number | undefined): Response {
  const { body, boughtAt, requestId, eventsAvailable } = page;
  const { list } = at.asked;
  const nextHeld = list !== undefined && isNextHeld(at.board, at.source, list, page);
  return new Response(Buffer.from(body), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      [CREDITS_USED_HEADER]: String(paid ?? 0),
      [SOURCE_HEADER]: paid === undefined ? "held" : "api",
      [HELD_HEADER]: boughtAt,
      ...(nextHeld ? { [NEXT_HELD_HEADER]: "true" } : {}),
      ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
      ...(eventsAvailable === undefined ? {} : { [EVENTS_AVAILABLE_HEADER]: String(eventsAvailable) }),
      ...counts(at),
    },
  });
}

/** What was used and what is left, and the cookie that keeps a session going in which something was bought. */
function counts(at: Told): Record<string, string> {
  const { board, source, asked, session } = at;
  const used = board.sessions.used(keyOf(at), asked.view);
  const { balance, estimated } = board.accounts.of(source.account).balance.known;
  return {
    [SESSION_USED_HEADER]: String(used.session),
    [VIEW_USED_HEADER]: String(used.view),
    ...(balance === null ? {} : { [CREDITS_REMAINING_HEADER]: String(balance) }),
    ...(estimated ? { [ESTIMATED_HEADER]: "true" } : {}),
    ...(board.sessions.has(keyOf(at)) ? { "Set-Cookie": sessionCookie(session, board.settings.dashboardUrl) } : {}),
  };
}
