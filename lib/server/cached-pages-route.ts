/**
 * Returns cached pages of a view, many in one response, for a page that shows everything that was bought. Never buys.
 */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { CURSOR_PARAMETER } from "@dealflow/contract/feeds";
import type { CachedPagesResponse } from "@/lib/api/dashboard-responses";
import { endpointsAt, parsePageQuery } from "./api-request";
import { authorizeRequest, staleWorkspace } from "./authorize";
import { findCachedPages } from "./cached-pages";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, failure, invalidInput, methodNotAllowed } from "./error-responses";
import { verifiedUpstream } from "./upstream";

/** About 1 MB of JSON, which is compressed in transit. */
const PAGES_AT_ONCE = 25;

/** `path` is the API's (`/v1/funding-events`); the query is that of the first requested page, with its cursor. */
export async function handleCachedPagesRequest(
  context: DashboardContext,
  path: string,
  request: Request,
): Promise<Response> {
  if (request.method !== "GET") return methodNotAllowed(request.method);
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  const feed = endpointsAt(path).find((endpoint) => endpoint.feed !== undefined)?.feed;
  if (feed === undefined)
    return errorResponse(failure(404, "NOT_FOUND", `${path.slice(0, 100)} is not a list endpoint`));
  const { searchParams } = new URL(request.url);
  const query = parsePageQuery(feed, searchParams);
  if ("issues" in query) return errorResponse(invalidInput(query.issues));
  const source = await verifiedUpstream(context, caller);
  if ("failure" in source) return errorResponse(source.failure);
  const stale = staleWorkspace(request.headers, source);
  if (stale !== undefined) return errorResponse(stale);
  const cursor = searchParams.get(CURSOR_PARAMETER);
  const { found, more } = findCachedPages(context, source, { feed, canonical: query.canonical }, cursor, PAGES_AT_ONCE);
  const response: CachedPagesResponse = {
    pages: found.map(({ cached }) => ({
      purchasedAt: cached.boughtAt,
      requestId: cached.requestId ?? null,
      response: parseJson(new TextDecoder().decode(cached.body)),
    })),
    nextCached: more,
  };
  return Response.json(response);
}
