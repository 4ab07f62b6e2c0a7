/**
 * Buys everything that a view matches and the workspace does not own, at a price that the person agreed to. The service
 * buys it in portions, also when the page is closed or the service is started again, and never a record twice.
 */
import * as z from "zod/mini";
import { FEED_NAMES } from "../../feeds";
import { accountEndpoints } from "../endpoint";
import { readonlyList, requestBody, textField, wholeNumberField } from "../schemas";
import { isViewAddress } from "./credits";

/** More credits than this are not agreed to in one purchase. */
const MOST_AGREED = 1_000_000;

/**
 * A purchase that is stopped finishes its portion first. It has failed when the credits ran out or a budget was reached; what
 * it bought until then is owned.
 */
const BULK_PURCHASE_STATES = ["running", "stopping", "done", "stopped", "failed"] as const;

const feed = z.enum(FEED_NAMES, "must be the name of a feed");

const bulkPurchase = z.object({
  id: z.string(),
  feed,
  /** The query of the view is canonical. */
  query: z.string(),
  /** The person agreed to at most this many credits. */
  agreed: z.number(),
  credits: z.number(),
  state: z.enum(BULK_PURCHASE_STATES),
  /** The sentence says why it failed. */
  problem: z.nullable(z.string()),
  startedAt: z.string(),
});
export type BulkPurchase = z.infer<typeof bulkPurchase>;

export const BULK_PURCHASES = accountEndpoints({
  /** Lists the latest purchases of the person in this workspace, newest first. */
  bulkPurchases: { path: "/bulk-purchases", response: z.object({ purchases: readonlyList(bulkPurchase) }) },
  /** Starts a purchase under an id that its client chose, so that a repeated request starts one. A person runs one at a time. */
  startBulkPurchase: {
    method: "PUT",
    path: "/bulk-purchases/:id",
    request: requestBody({
      feed,
      query: textField,
      agreed: wholeNumberField(1, MOST_AGREED, `must be a whole number from 1 to ${MOST_AGREED}`),
      /** The ledger names this page of the dashboard. */
      view: textField.check(z.refine(isViewAddress, "must be the address of a page of the dashboard")),
    }),
    response: bulkPurchase,
  },
  /** Ends a purchase after the portion in progress, which stays bought. */
  stopBulkPurchase: { method: "POST", path: "/bulk-purchases/:id/stop", response: bulkPurchase },
});
