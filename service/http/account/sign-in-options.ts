/** GET /account/v1/door: options of the sign-in pages. */
import type { Handler } from "hono";
import type { SignInOptions } from "@/lib/contract/account-people";
import { findDemoAccount } from "@/service/accounts/people/demo";
import type { Env, Services } from "../context";

export function getSignInOptionsHandler({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const demo = people.demo && (await findDemoAccount(pools.main)) !== undefined;
    const response: SignInOptions = { demo, mail: people.mail.enabled };
    return c.json(response);
  };
}
