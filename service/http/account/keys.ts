/** API keys of the open workspace: listed, created and rolled (their text is shown once), revoked; the dashboard's restored. */
import type { Handler } from "hono";
import { z } from "zod";
import { KEY_LIMITS } from "@/lib/contract/account-keys";
import { getKeyPosition, listKeys, revokeKey } from "@/service/accounts/keys";
import { addKey, restoreDashboardKey, rollKey } from "@/service/accounts/workspace-keys";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { withAccountErrors } from "./account-errors";
import { listPage } from "./list-page";
import { parseName, textField } from "./person-fields";
import { getIdParameter, parseBody } from "./request-input";

const keySchema = z.strictObject({ name: textField });
const days = `must be a whole number of days from 0 to ${KEY_LIMITS.rollDays}`;
const rollSchema = z.strictObject({ days: z.number(days).int(days).min(0, days).max(KEY_LIMITS.rollDays, days) });

export function listKeysHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const now = new Date();
    return c.json(await listPage(c, (part) => listKeys(pools.main, workspaceId, now, part), getKeyPosition));
  };
}

export function createKeyHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const name = parseName((await parseBody(c, keySchema)).name, KEY_LIMITS.name);
    return c.json(await withAccountErrors(addKey(pools.main, c.get("caller").workspaceId, name, new Date())), 201);
  };
}

export function rollKeyHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { days } = await parseBody(c, rollSchema);
    return c.json(await withAccountErrors(rollKey(pools.main, c.get("caller").workspaceId, id, days, new Date())), 201);
  };
}

export function revokeKeyHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await revokeKey(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date())))
      throw new ApiError("NOT_FOUND", "This key is not there, or does not work any more.");
    return c.body(null, 204);
  };
}

export function restoreDashboardKeyHandler({ pools }: Services): Handler<Env> {
  return async (c) =>
    c.json(await withAccountErrors(restoreDashboardKey(pools.main, c.get("caller").workspaceId, new Date())), 201);
}
