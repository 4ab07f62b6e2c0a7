/** API keys of the open workspace: listed, made and rolled (their text is told once), revoked; the dashboard's restored. */
import type { Handler } from "hono";
import { z } from "zod";
import { KEY_LIMITS } from "@/lib/contract/account-keys";
import { listKeys, positionOfKey, revokeKey } from "@/service/accounts/keys";
import { addKey, restoreDashboardKey, rollKey } from "@/service/accounts/own-keys";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { bodyAs, idOf } from "./kept";
import { listPage } from "./list-page";
import { nameFrom, typed } from "./person-fields";
import { allowed } from "./refusal";

const named = z.strictObject({ name: typed });
const days = `must be a whole number of days from 0 to ${KEY_LIMITS.rollDays}`;
const rolled = z.strictObject({ days: z.number(days).int(days).min(0, days).max(KEY_LIMITS.rollDays, days) });

export function keys({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const now = new Date();
    return c.json(await listPage(c, (part) => listKeys(pools.main, workspaceId, now, part), positionOfKey));
  };
}

export function addedKey({ pools }: Services): Handler<Env> {
  return async (c) => {
    const name = nameFrom((await bodyAs(c, named)).name, KEY_LIMITS.name);
    return c.json(await allowed(addKey(pools.main, c.get("caller").workspaceId, name, new Date())), 201);
  };
}

export function rolledKey({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    const { days } = await bodyAs(c, rolled);
    return c.json(await allowed(rollKey(pools.main, c.get("caller").workspaceId, id, days, new Date())), 201);
  };
}

export function revokedKey({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await revokeKey(pools.main, c.get("caller").workspaceId, idOf(c), new Date())))
      throw new ApiError("NOT_FOUND", "This key is not there, or does not work any more.");
    return c.body(null, 204);
  };
}

export function restoredDashboardKey({ pools }: Services): Handler<Env> {
  return async (c) =>
    c.json(await allowed(restoreDashboardKey(pools.main, c.get("caller").workspaceId, new Date())), 201);
}
