/** /account/v1/me: who asks, and how they are called. */
import type { Handler } from "hono";
import { z } from "zod";
import type { Env, Services } from "../context";
import { bodyAs } from "./kept";
import { nameFrom, typed } from "./person-fields";
import { identityOf } from "./signed-in";
import { notOfTheDemo } from "./viewer";

const change = z.strictObject({ name: typed });

export function me({ pools }: Services): Handler<Env> {
  return async (c) => c.json(await identityOf(pools, c.get("viewer").personId, c.get("caller").workspaceId));
}

export function changedMe({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { personId } = notOfTheDemo(c, "name");
    const { name } = await bodyAs(c, change);
    await pools.main.query("update users set name = $2, updated_at = $3 where id = $1", [
      personId,
      nameFrom(name),
      new Date(),
    ]);
    return c.json(await identityOf(pools, personId, c.get("caller").workspaceId));
  };
}
