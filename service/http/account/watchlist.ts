/** The watchlist: list, add, change a note, remove. */

import { ACCOUNT } from "@dealflow/contract/account";
import { SAVED_LIMITS } from "@dealflow/contract/saved";
import type { Handler } from "hono";
import { addToWatchlist, listWatched, removeFromWatchlist, updateNote } from "@/service/accounts/watchlist";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getIdParameter, parseBody, respond, withSaveErrors } from "./request-input";

export function listWatchlistHandler({ pools }: Services): Handler<Env> {
  return async (c) =>
    respond(c, ACCOUNT.watchlist, { companies: await listWatched(pools.main, c.get("caller").workspaceId) });
}

export function addToWatchlistHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { companies } = await parseBody(c, ACCOUNT.watch);
    const watched = addToWatchlist(pools.main, c.get("caller").workspaceId, companies, new Date());
    return respond(
      c,
      ACCOUNT.watch,
      { companies: await withSaveErrors("company", SAVED_LIMITS.companies, watched) },
      201,
    );
  };
}

export function updateWatchNoteHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const body = await parseBody(c, ACCOUNT.changeWatched);
    const changed = updateNote(pools.main, c.get("caller").workspaceId, id, body.note, body.version);
    return respond(c, ACCOUNT.changeWatched, await withSaveErrors("company", SAVED_LIMITS.companies, changed));
  };
}

export function removeFromWatchlistHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await removeFromWatchlist(pools.main, c.get("caller").workspaceId, getIdParameter(c))))
      throw new ApiError("NOT_FOUND", "this company is no longer on the watchlist");
    return c.body(null, 204);
  };
}
