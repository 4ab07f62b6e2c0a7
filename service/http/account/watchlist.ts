/** The watchlist: list, add, change a note, remove. */
import type { Handler } from "hono";
import { z } from "zod";
import { SAVED_LIMITS } from "@/lib/contract/saved";
import { isUuid } from "@/lib/contract/syntax";
import { addToWatchlist, listWatched, removeFromWatchlist, updateNote } from "@/service/accounts/watchlist";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getIdParameter, parseBody, withSaveErrors } from "./request-input";
import { instant, textSchema, version } from "./views";

const note = textSchema(0, SAVED_LIMITS.note);

const drafts = z.strictObject({
  companies: z
    .array(
      z.strictObject({
        id: z.string().refine(isUuid, "must be a UUID"),
        name: textSchema(1, SAVED_LIMITS.companyName),
        domain: textSchema(1, SAVED_LIMITS.companyName).nullable(),
        note: note.exactOptional(),
        addedAt: instant.exactOptional(),
      }),
    )
    .min(1)
    .max(SAVED_LIMITS.perRequest),
});

const change = z.strictObject({ version, note });

export function listWatchlistHandler({ pools }: Services): Handler<Env> {
  return async (c) => c.json({ companies: await listWatched(pools.main, c.get("caller").workspaceId) });
}

export function addToWatchlistHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { companies } = await parseBody(c, drafts);
    const watched = addToWatchlist(pools.main, c.get("caller").workspaceId, companies, new Date());
    return c.json({ companies: await withSaveErrors("company", SAVED_LIMITS.companies, watched) }, 201);
  };
}

export function updateWatchNoteHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const body = await parseBody(c, change);
    const changed = updateNote(pools.main, c.get("caller").workspaceId, id, body.note, body.version);
    return c.json(await withSaveErrors("company", SAVED_LIMITS.companies, changed));
  };
}

export function removeFromWatchlistHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await removeFromWatchlist(pools.main, c.get("caller").workspaceId, getIdParameter(c))))
      throw new ApiError("NOT_FOUND", "this company is not watched any more");
    return c.body(null, 204);
  };
}
