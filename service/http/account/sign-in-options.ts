/** GET /account/v1/door: options of the sign-in pages. */
import type { Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import { findDemoAccount } from "@/service/accounts/people/demo";
import type { Env, Services } from "../context";
import { respond } from "./request-input";

export function getSignInOptionsHandler({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const demo = people.demo && (await findDemoAccount(pools.main)) !== undefined;
    return respond(c, ACCOUNT.signInOptions, { demo, mail: people.mail.enabled });
  };
}
