/** POST /account/v1/register: a person, a workspace of theirs and its first credits. */
import type { Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import { DEMO_EMAIL } from "@/service/accounts/people/demo";
import { register } from "@/service/accounts/people/register";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getNetwork } from "./client";
import { parseEmail, parseName, parseNewPassword } from "./person-fields";
import { parseBody } from "./request-input";
import { recordAttempt, startSession } from "./start-session";

export function registerHandler(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const body = await parseBody(c, ACCOUNT.register);
    const name = parseName(body.name);
    const email = parseEmail(body.email);
    const password = parseNewPassword(body.password);
    await recordAttempt(services, { attempt: "register", account: email, address: getNetwork(c) });
    // Hashed before the address is looked up, so that the timing reveals nothing.
    const passwordHash = await people.hashing.hash(password);
    const reserved = email === DEMO_EMAIL;
    const person = reserved ? undefined : await register(pools.main, { email, name, passwordHash }, new Date());
    /*
     * Registering signs in at once, so no response could fit both cases: this one reveals that the
     * address has an account, to a client limited to five attempts a minute, and informs its owner what to do.
     */
    if (person === undefined)
      throw new ApiError("CONFLICT", "An account with this email address already exists. Sign in instead.");
    return startSession(c, services, ACCOUNT.register, person, { status: 201, account: email });
  };
}
