/** /account/v1/me: the signed-in person, and their name. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import type { Env, Services } from "../context";
import { parseName } from "./person-fields";
import { parseBody, respond } from "./request-input";
import { getIdentity } from "./start-session";
import { requireOwnAccount } from "./viewer";

export function getIdentityHandler(services: Services): Handler<Env> {
  return async (c) =>
    respond(c, ACCOUNT.me, await getIdentity(services, c.get("viewer").personId, c.get("caller").workspaceId));
}

export function updateIdentityHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { personId } = requireOwnAccount(c, "name");
    const { name } = await parseBody(c, ACCOUNT.changeMe);
    await services.pools.main.query("update users set name = $2, updated_at = $3 where id = $1", [
      personId,
      parseName(name),
      new Date(),
    ]);
    return respond(c, ACCOUNT.changeMe, await getIdentity(services, personId, c.get("caller").workspaceId));
  };
}
