/** GET /account/v1/door: what the pages before signing in may offer. */
import type { Handler } from "hono";
import type { SignInOptions } from "@/lib/contract/account-people";
import { findDemoAccount } from "@/service/accounts/people/demo";
import type { Env, Services } from "../context";

export function door({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const demo = people.demo && (await findDemoAccount(pools.main)) !== undefined;
    const answer: SignInOptions = { demo, mail: people.mail.sends };
    return c.json(answer);
  };
}
