/** GET /account/v1/door: what the pages before signing in may offer. */
import type { Handler } from "hono";
import type { Door } from "@/lib/contract/account-people";
import type { Env, Services } from "../context";

export function door({ people }: Services): Handler<Env> {
  return (c) => {
    const answer: Door = { demo: people.demo, mail: false };
    return c.json(answer);
  };
}
