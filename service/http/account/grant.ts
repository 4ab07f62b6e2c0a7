/** POST /account/v1/credits/grant: more credits for the open workspace, from an operator. */
import type { Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import { grantCredits } from "@/service/credits/ledger";
import type { Env, Services } from "../context";
import { parseBody } from "./request-input";
import { getCreditsHandler } from "./usage";

export function grantCreditsHandler(services: Services): Handler<Env> {
  const { main } = services.pools;
  const getCredits = getCreditsHandler(services);
  return async (c, next) => {
    const { amount } = await parseBody(c, ACCOUNT.grant);
    await grantCredits(main, c.get("caller").workspaceId, amount, new Date());
    return getCredits(c, next);
  };
}
