/** Starts, lists and stops the bulk purchases of a person; the service's buyer (`service/bulk-purchases`) makes them. */
import { BULK_PURCHASES } from "@dealflow/contract/account/spending/bulk-purchases";
import { FEEDS } from "@dealflow/contract/feeds";
import { VIEW_LENGTH } from "@dealflow/contract/headers";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { insertBulkPurchase, listBulkPurchases, stopBulkPurchase } from "@/service/bulk-purchases/store";
import { createFeedRequest } from "@/service/http/read-request";
import { ApiError } from "../../api-error";
import { handleEach } from "../endpoint-handlers";

export const BULK_PURCHASE_HANDLERS = handleEach(BULK_PURCHASES, {
  bulkPurchases: async ({ pools }, { scope }) => ({ purchases: await listBulkPurchases(pools.main, scope) }),

  startBulkPurchase: async (services, request) => {
    const { freeExplore, payOnceDays, pools, bulkBuyer } = services;
    const { view, ...body } = await request.body();
    // Without previews nobody sees what they would buy, and a record could be charged for twice.
    if (freeExplore !== "rows" || payOnceDays === 0)
      throw new ApiError("FORBIDDEN", "this service sells pages only: it has no previews, or charges every delivery");
    const parsed = parseFeedQuery(FEEDS[body.feed], new URLSearchParams(body.query), getListReader);
    const { id, viewer, workspaceId } = request;
    const { scope } = createFeedRequest(services, body.feed, parsed, workspaceId);
    const given = { ...body, id, query: scope.filters, view: view.slice(0, VIEW_LENGTH), sessionId: viewer.sessionId };
    const purchase = await insertBulkPurchase(pools.main, request.scope, given, new Date());
    bulkBuyer.wake();
    return purchase;
  },

  stopBulkPurchase: ({ pools }, { id, scope, now }) => stopBulkPurchase(pools.main, scope, id, now),
});
