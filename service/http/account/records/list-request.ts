/** Reads requests for the rows of a feed's list, from any place and in any order (`FEED_ORDERS`). */
import {
  FEED_ORDERS,
  LIST_ORDERS,
  ORDER_PARAMETER,
  orderKeys,
  type RowSort,
  readOrder,
  writeOrder,
} from "@dealflow/contract/account/feed-orders";
import { OFFSET_PARAMETER } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { quote } from "@dealflow/contract/query/quote";
import type { Context } from "hono";
import { createFeedRequest, type FeedRequest } from "@/service/http/metered/list-feed";
import { ApiError } from "../../api-error";
import type { Env, Services } from "../../context";
import { getSearchParams } from "../../read-request";

export interface ListRequest {
  readonly request: FeedRequest;
  readonly offset: number;
  /** Without any, the list is in the order of the query. */
  readonly keys: readonly RowSort[];
}

const NO_KEYS: readonly RowSort[] = [];

/** A place in a list is a whole number, so it has no more digits than the number of records. */
const PLACE = /^\d{1,9}$/;

/** Reads the query, the order and the place of a list; throws `INVALID_INPUT`. */
export function readListRequest(services: Services, feed: FeedName, c: Context<Env>): ListRequest {
  const search = getSearchParams(c);
  const [offset = "0", order = ""] = [
    search.get(OFFSET_PARAMETER) ?? undefined,
    search.get(ORDER_PARAMETER) ?? undefined,
  ];
  for (const name of [OFFSET_PARAMETER, ORDER_PARAMETER]) search.delete(name);
  if (!PLACE.test(offset))
    throw new ApiError("INVALID_INPUT", `${OFFSET_PARAMETER} must be a whole number from 0; got ${quote(offset)}`);
  const known = FEED_ORDERS[feed];
  const chosen = readOrder((id) => Object.hasOwn(known, id), order);
  if (chosen === undefined || writeOrder(chosen) !== order)
    throw new ApiError(
      "INVALID_INPUT",
      `${ORDER_PARAMETER} must name ${Object.keys(known).join(", ")}, such as ${Object.keys(known)[0]}.descending; got ${quote(order)}`,
    );
  const request = createFeedRequest(
    services,
    feed,
    parseFeedQuery(FEEDS[feed], search, getListReader),
    c.get("caller").workspaceId,
  );
  c.set("filters", request.scope.filters);
  const { sort } = request.page.query;
  const own = sort === undefined ? LIST_ORDERS[feed] : undefined;
  return { request, offset: Number(offset), keys: order === "" ? (own ?? NO_KEYS) : orderKeys(chosen) };
}
