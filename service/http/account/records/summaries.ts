/**
 * Serves what a query matches in numbers, of everything (GET /account/v1/summaries/:feed) or of what the workspace has
 * purchased (GET /account/v1/purchased/:feed/summary), for free and without ledger entries.
 */

import { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { SPLIT_PARAMETER, SUMMARIES } from "@dealflow/contract/account/summaries";
import { FEED_NAMES, FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { quote } from "@dealflow/contract/query/quote";
import type { Context } from "hono";
import { getPurchaseScope } from "@/service/feed/purchases/purchased";
import { getLayout } from "@/service/summaries/layout";
import { ApiError } from "../../api-error";
import type { Env, Services } from "../../context";
import { getSearchParams, readFeedRequest } from "../../read-request";
import { handle } from "../endpoint-handlers";
import { tryAgainLater } from "../limits/limits";

export const SUMMARY_HANDLERS = {
  summary: handle(SUMMARIES.summary, (services, { c }) => summarize(services, c, "all")),
  purchasedSummary: handle(PURCHASES.purchasedSummary, (services, { c }) => summarize(services, c, "purchased")),
};

async function summarize(services: Services, c: Context<Env>, rows: "all" | "purchased"): Promise<Response> {
  const { freeExplore, limits, payOnceDays, summaries } = services;
  const name = c.req.param("id") ?? "";
  const feed = FEED_NAMES.find((one) => one === name);
  if ((rows === "all" && freeExplore === "off") || feed === undefined)
    throw new ApiError("NOT_FOUND", `no endpoint at ${c.req.path.slice(0, 100)}`);
  const waitMs = limits.rates.summary.consume(c.get("viewer").personId);
  if (waitMs > 0) throw tryAgainLater("Too many requests for summaries.", waitMs);
  const search = getSearchParams(c);
  const split = readSplit(feed, search);
  const { page, scope } = readFeedRequest(services, feed, c, search);
  const purchases = getPurchaseScope(scope.workspaceId, payOnceDays);
  const { body } = await summaries.get(feed, page.query, split, purchases, rows);
  return c.body(body, 200, { "Content-Type": "application/json" });
}

/** Takes the parameter out of the search; by default the feed's first split. */
function readSplit(feed: FeedName, search: URLSearchParams): string | undefined {
  const { splits } = getLayout(feed);
  const given = search.getAll(SPLIT_PARAMETER);
  search.delete(SPLIT_PARAMETER);
  const [value = splits[0], ...more] = given;
  if (given.length > 0 && (more.length > 0 || value === undefined || !splits.includes(value)))
    throw new ApiError(
      "INVALID_INPUT",
      splits.length === 0
        ? `${SPLIT_PARAMETER} does not apply to ${FEEDS[feed].title.toLowerCase()}, which have no series`
        : `${SPLIT_PARAMETER} must be one of ${splits.join(", ")}; got ${quote(given.join(", "))}`,
    );
  return value;
}
