/** /account/v1/me: the signed-in person, and their name. */
import type { Handler } from "hono";
import { z } from "zod";
import type { Env, Services } from "../context";
import { parseName, textField } from "./person-fields";
import { parseBody } from "./request-input";
import { getIdentity } from "./start-session";
import { requireOwnAccount } from "./viewer";

const change = z.strictObject({ name: textField });

export function getIdentityHandler({ pools }: Services): Handler<Env> {
  return async (c) => c.json(await getIdentity(pools, c.get("viewer").personId, c.get("caller").workspaceId));
}

export function updateIdentityHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { personId } = requireOwnAccount(c, "name");
    const { name } = await parseBody(c, change);
    await pools.main.query("update users set name = $2, updated_at = $3 where id = $1", [
      personId,
      parseName(name),
      new Date(),
    ]);
    return c.json(await getIdentity(pools, personId, c.get("caller").workspaceId));
  };
}
