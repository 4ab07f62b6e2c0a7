/** The watchlist: list, star, change a note, take the star away. */
import type { Handler } from "hono";
import { z } from "zod";
import { SAVED_LIMITS } from "@/lib/contract/saved";
import { isUuid } from "@/lib/contract/syntax";
import { changeNote, listWatched, unwatch, watch } from "@/service/accounts/watchlist";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { bodyAs, idOf, kept } from "./kept";
import { instant, textOf, version } from "./views";

const note = textOf(0, SAVED_LIMITS.note);

const drafts = z.strictObject({
  companies: z
    .array(
      z.strictObject({
        id: z.string().refine(isUuid, "must be a UUID"),
        name: textOf(1, SAVED_LIMITS.companyName),
        domain: textOf(1, SAVED_LIMITS.companyName).nullable(),
        note: note.optional(),
        addedAt: instant.optional(),
      }),
    )
    .min(1)
    .max(SAVED_LIMITS.perRequest),
});

const change = z.strictObject({ version, note });

export function watchlist({ pools }: Services): Handler<Env> {
  return async (c) => c.json({ companies: await listWatched(pools.main, c.get("caller").workspaceId) });
}

export function watchedCompanies({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { companies } = await bodyAs(c, drafts);
    const watched = watch(pools.main, c.get("caller").workspaceId, companies, new Date());
    return c.json({ companies: await kept("company", SAVED_LIMITS.companies, watched) }, 201);
  };
}

export function changedCompany({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    const asked = await bodyAs(c, change);
    const changed = changeNote(pools.main, c.get("caller").workspaceId, id, asked.note, asked.version);
    return c.json(await kept("company", SAVED_LIMITS.companies, changed));
  };
}

export function unwatchedCompany({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await unwatch(pools.main, c.get("caller").workspaceId, idOf(c))))
      throw new ApiError("NOT_FOUND", "this company is not watched any more");
    return c.body(null, 204);
  };
}
