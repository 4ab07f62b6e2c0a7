/** GET /account/v1/saved: what the frame of every page shows of saved views and the watchlist. */
import type { Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import { listFirstViews } from "@/service/accounts/views";
import { countWatched } from "@/service/accounts/watchlist";
import type { Env, Services } from "../context";
import { respond } from "./request-input";
import { getViewScope } from "./viewer";

export function getSavedSummaryHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    // One after the other: a request takes one connection.
    const { views, number } = await listFirstViews(pools.main, getViewScope(c));
    const companies = await countWatched(pools.main, workspaceId);
    const shelf = views.map(({ id, name, feed, query, columns, sort }) => ({ id, name, feed, query, columns, sort }));
    return respond(c, ACCOUNT.saved, { shelf, views: number, companies });
  };
}
