/** Answers of the interface for the dashboard's own pages: from what is held, or bought when a gesture said so. */
import "server-only";
import {
  ESTIMATED_HEADER,
  HELD_HEADER,
  INTENT_HEADER,
  INTENTS,
  type Intent,
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
import { failed, failure, invalid, PRIVATE, wrongMethod } from "./answers";
import { type Asked, endpointsAt, readAsked } from "./asked";
import type { Dashboard } from "./dashboard";
import { heldKey } from "./held-pages";
import { refusal } from "./own-requests";
import type { HeldPage } from "./page-cache";
import { purchase } from "./purchase";
import { textOf } from "./request-text";
import { sessionCookie, sessionIn } from "./sessions";
import { NoKey, type Upstream, upstream } from "./upstream";
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
  const refused = refusal(request.headers, board.settings.dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
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
  if (intent === "check") return new Response(null, { status: 204, headers: PRIVATE });
  const source = await sourceOf(board);
  if (!("host" in source)) return source;
  const session = board.sessions.idOf(sessionIn(request.headers.get("cookie")));
  return answerAsked(board, source, asked, intent, { session, referer: request.headers.get("referer") });
}

async function answerAsked(
  board: Dashboard,
  source: Upstream,
  asked: Asked,
  intent: Exclude<Intent, "check">,
  { session, referer }: { session: string; referer: string | null },
): Promise<Response> {
  const { view } = asked;
  const key = heldKey(source, asked.text);
  const held = intent === "refresh" ? undefined : board.pages.get(key);
  if (held !== undefined) {
    if (intent === "buy") board.sessions.add(session, view, 0, asked.records ?? 0);
    return delivered(board, held, undefined, session, view);
  }
  const running = board.pages.underWay(key);
  if (running === undefined && intent === "held")
    return new Response(null, { status: 204, headers: { ...PRIVATE, ...counts(board, session, view) } });
  const outcome = await (running ??
    board.pages.once(key, () =>
      purchase(board, source, { ...asked, key, session, address: viewAddress(asked.page, referer) }),
    ));
  if (outcome.kind === "failure") return failed(outcome.failure, counts(board, session, view));
  return delivered(board, outcome.page, running === undefined ? outcome.credits : undefined, session, view);
}

function intentOf(header: string | null): Intent | undefined {
  return INTENTS.find((intent) => intent === header);
}

async function sourceOf(board: Dashboard): Promise<Upstream | Response> {
  try {
    return await upstream(board.settings);
  } catch (error) {
    if (error instanceof NoKey) return failed(failure(503, "SERVICE_UNAVAILABLE", error.message));
    throw error;
  }
}

/** `paid`: what the answer was bought for now; undefined when it was held, or bought by whoever asked a moment before. */
function delivered(
  board: Dashboard,
  page: HeldPage,
  paid: number | undefined,
  session: string,
  view: string,
): Response {
  const { body, boughtAt, requestId, eventsAvailable } = page;
  return new Response(Buffer.from(body), {
    headers: {
      ...PRIVATE,
      "Content-Type": "application/json; charset=utf-8",
      [CREDITS_USED_HEADER]: String(paid ?? 0),
      [SOURCE_HEADER]: paid === undefined ? "held" : "api",
      [HELD_HEADER]: boughtAt,
      ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
      ...(eventsAvailable === undefined ? {} : { [EVENTS_AVAILABLE_HEADER]: String(eventsAvailable) }),
      ...counts(board, session, view),
    },
  });
}

/** What was used and what is left, and the cookie that keeps the session going. */
function counts(board: Dashboard, session: string, view: string): Record<string, string> {
  const used = board.sessions.used(session, view);
  const { balance, estimated } = board.balance.known;
  return {
    [SESSION_USED_HEADER]: String(used.session),
    [VIEW_USED_HEADER]: String(used.view),
    ...(balance === null ? {} : { [CREDITS_REMAINING_HEADER]: String(balance) }),
    ...(estimated ? { [ESTIMATED_HEADER]: "true" } : {}),
    "Set-Cookie": sessionCookie(session, new URL(board.settings.dashboardUrl).protocol === "https:"),
  };
}
