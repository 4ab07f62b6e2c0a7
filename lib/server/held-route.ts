/** Pages of a view that are held, many in one answer, for a page that shows all that was bought. Never buys. */
import "server-only";
import type { HeldAnswer } from "@/lib/api/dashboard";
import { parseJson } from "@/lib/api/list-page";
import { CURSOR_PARAMETER } from "@/lib/contract/feeds";
import { admitted, outdated } from "./admitted";
import { failed, failure, invalid, wrongMethod } from "./answers";
import { endpointsAt } from "./asked";
import type { Dashboard } from "./dashboard";
import { findHeld } from "./held-pages";
import { readPageQuery } from "./queries";
import { permitted } from "./upstream";

/** About 1 MB of JSON, which is compressed on its way. */
const PAGES_AT_ONCE = 25;

/** `path` is the interface's (`/v1/funding-events`); the query that of the first page that is wanted, with its cursor. */
export async function answerHeld(board: Dashboard, path: string, request: Request): Promise<Response> {
  if (request.method !== "GET") return wrongMethod(request.method);
  const asker = admitted(board, request.headers);
  if ("failure" in asker) return failed(asker.failure);
  const feed = endpointsAt(path).find((endpoint) => endpoint.feed !== undefined)?.feed;
  if (feed === undefined) return failed(failure(404, "NOT_FOUND", `${path.slice(0, 100)} is no list of the interface`));
  const { searchParams } = new URL(request.url);
  const query = readPageQuery(feed, searchParams);
  if ("problems" in query) return failed(invalid(query.problems));
  const source = await permitted(board, asker);
  if ("failure" in source) return failed(source.failure);
  const late = outdated(request.headers, source);
  if (late !== undefined) return failed(late);
  const cursor = searchParams.get(CURSOR_PARAMETER);
  const { found, more } = findHeld(board, source, { feed, canonical: query.canonical }, cursor, PAGES_AT_ONCE);
  const answer: HeldAnswer = {
    pages: found.map(({ held }) => ({
      heldAt: held.boughtAt,
      requestId: held.requestId ?? null,
      answer: parseJson(new TextDecoder().decode(held.body)),
    })),
    nextHeld: more,
  };
  return Response.json(answer);
}
