/** A page of a feed for the dashboard's own pages: from what is held, or bought when a gesture said so. */
import "server-only";
import {
  HELD_HEADER,
  INTENT_HEADER,
  INTENTS,
  type Intent,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
} from "@/lib/api/dashboard";
import { MAX_ADDRESS_BYTES } from "@/lib/contract/errors";
import { FEEDS } from "@/lib/contract/feeds";
import { CREDITS_REMAINING_HEADER, CREDITS_USED_HEADER, REQUEST_ID_HEADER } from "@/lib/contract/headers";
import { feedAtPath } from "@/lib/filters/pages";
import { failed, failure, PRIVATE } from "./answers";
import type { Dashboard } from "./dashboard";
import { heldKey, viewKey } from "./held-pages";
import { refusal } from "./own-requests";
import type { HeldPage } from "./page-cache";
import { purchase } from "./purchase";
import { readPageQuery } from "./queries";
import { sessionCookie, sessionIn } from "./sessions";
import { NoKey, type Upstream, upstream } from "./upstream";

/** `path` is the interface's (`/v1/funding-events`). */
export async function answerPage(board: Dashboard, path: string, request: Request): Promise<Response> {
  const refused = refusal(request.headers, board.settings.dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
  const intent = intentOf(request.headers.get(INTENT_HEADER));
  if (intent === undefined)
    return failed(failure(403, "FORBIDDEN", `${INTENT_HEADER} must be one of ${INTENTS.join(", ")}`));
  const { search, searchParams } = new URL(request.url);
  if (search.length > MAX_ADDRESS_BYTES)
    return failed(failure(431, "HEADERS_TOO_LARGE", `The address is longer than ${MAX_ADDRESS_BYTES} bytes`));
  const feed = feedAtPath(path);
  if (feed === undefined) return failed(failure(404, "NOT_FOUND", `${path.slice(0, 100)} is no list of the interface`));
  const asked = readPageQuery(feed, searchParams);
  if ("problems" in asked)
    return failed(failure(400, "INVALID_INPUT", asked.problems.map((problem) => problem.message).join("; ")));
  const source = await sourceOf(board);
  if (!("host" in source)) return source;

  const session = board.sessions.idOf(sessionIn(request.headers.get("cookie")));
  const view = viewKey(feed, asked.canonical);
  const key = heldKey(source, feed, asked.text);
  const answer = (page: HeldPage, credits: number) => delivered(board, page, credits, session, view);

  const held = intent === "refresh" ? undefined : board.pages.get(key);
  if (held !== undefined) {
    if (intent === "buy") board.sessions.add(session, view, 0, asked.limit);
    return answer(held, 0);
  }
  const running = board.pages.underWay(key);
  if (running === undefined && intent === "held")
    return new Response(null, { status: 204, headers: { ...PRIVATE, ...counts(board, session, view) } });
  const wanted = { feed, path: `${FEEDS[feed].path}?${asked.text}`, key, session, view, limit: asked.limit };
  const outcome = await (running ?? board.pages.once(key, () => purchase(board, source, wanted)));
  if (outcome.kind === "failure") return failed(outcome.failure, counts(board, session, view));
  return answer(outcome.page, running === undefined ? outcome.credits : 0);
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

function delivered(board: Dashboard, page: HeldPage, credits: number, session: string, view: string): Response {
  return new Response(Buffer.from(page.body), {
    headers: {
      ...PRIVATE,
      "Content-Type": "application/json; charset=utf-8",
      [CREDITS_USED_HEADER]: String(credits),
      [HELD_HEADER]: page.boughtAt,
      ...(page.requestId === undefined ? {} : { [REQUEST_ID_HEADER]: page.requestId }),
      ...counts(board, session, view),
    },
  });
}

/** What was used and what is left, and the cookie that keeps the session going. */
function counts(board: Dashboard, session: string, view: string): Record<string, string> {
  const used = board.sessions.used(session, view);
  const { balance } = board.balance.known;
  return {
    [SESSION_USED_HEADER]: String(used.session),
    [VIEW_USED_HEADER]: String(used.view),
    ...(balance === null ? {} : { [CREDITS_REMAINING_HEADER]: String(balance) }),
    "Set-Cookie": sessionCookie(session, new URL(board.settings.dashboardUrl).protocol === "https:"),
  };
}
