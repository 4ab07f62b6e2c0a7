/** Starts, lists and stops the bulk purchases of a person; the service's buyer (`service/bulk-purchases`) makes them. */
import { BULK_PURCHASES } from "@dealflow/contract/account/bulk-purchases";
import { FEEDS } from "@dealflow/contract/feeds";
import { VIEW_LENGTH } from "@dealflow/contract/headers";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import type { Context } from "hono";
import { type Buyer, insertBulkPurchase, listBulkPurchases, stopBulkPurchase } from "@/service/bulk-purchases/store";
import { ApiError } from "../../api-error";
import type { Env } from "../../context";
import { createFeedRequest } from "../../list-feed";
import { type AccountHandlers, getIdParameter, parseBody, respond, withAccountErrors } from "../request-input";

export const BULK_PURCHASE_HANDLERS = {
  bulkPurchases:
    ({ pools }) =>
    async (c) =>
      respond(c, BULK_PURCHASES.bulkPurchases, { purchases: await listBulkPurchases(pools.main, getBuyer(c)) }),
  startBulkPurchase: (services) => async (c) => {
    const { freeExplore, payOnceDays, pools, bulkBuyer } = services;
    const { view, ...body } = await parseBody(c, BULK_PURCHASES.startBulkPurchase);
    // Without previews nobody sees what they would buy, and a record could be charged for twice.
    if (freeExplore !== "rows" || payOnceDays === 0)
      throw new ApiError("FORBIDDEN", "this service sells pages only: it has no previews, or charges every delivery");
    const parsed = parseFeedQuery(FEEDS[body.feed], new URLSearchParams(body.query), getListReader);
    const { scope } = createFeedRequest(services, body.feed, parsed, c.get("caller").workspaceId);
    const purchase = await withAccountErrors(
      insertBulkPurchase(
        pools.main,
        getBuyer(c),
        {
          ...body,
          id: getIdParameter(c),
          query: scope.filters,
          view: view.slice(0, VIEW_LENGTH),
          sessionId: c.get("viewer").sessionId,
        },
        new Date(),
      ),
    );
    bulkBuyer.wake();
    return respond(c, BULK_PURCHASES.startBulkPurchase, purchase);
  },
  stopBulkPurchase:
    ({ pools }) =>
    async (c) =>
      respond(
        c,
        BULK_PURCHASES.stopBulkPurchase,
        await withAccountErrors(stopBulkPurchase(pools.main, getBuyer(c), getIdParameter(c), new Date())),
      ),
} as const satisfies AccountHandlers;

function getBuyer(c: Context<Env>): Buyer {
  return { workspaceId: c.get("caller").workspaceId, personId: c.get("viewer").personId };
}
