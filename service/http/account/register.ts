/** POST /account/v1/register: a person, a workspace of theirs and its first credits. */
import type { Handler } from "hono";
import { z } from "zod";
import { DEMO_EMAIL } from "@/service/accounts/people/demo";
import { register } from "@/service/accounts/people/register";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { networkOf } from "./client";
import { bodyAs } from "./kept";
import { emailFrom, nameFrom, newPasswordFrom, typed } from "./person-fields";
import { attempted, signedIn } from "./signed-in";

const asked = z.strictObject({ email: typed, password: typed, name: typed });

export function registered(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const body = await bodyAs(c, asked);
    const name = nameFrom(body.name);
    const email = emailFrom(body.email);
    const password = newPasswordFrom(body.password);
    await attempted(services, { attempt: "register", account: email, address: networkOf(c) });
    // Hashed before the address is looked at, so that the time tells nothing of it.
    const passwordHash = await people.hashing.hash(password);
    const taken = email === DEMO_EMAIL;
    const person = taken ? undefined : await register(pools.main, { email, name, passwordHash }, new Date());
    /*
     * Whoever registers is let in at once, so there is no answer that would fit both cases: this one tells that the
     * address has an account, to somebody who may try five a minute, and tells its owner what to do.
     */
    if (person === undefined)
      throw new ApiError("CONFLICT", "There is an account with this e-mail address already; sign in instead.");
    return signedIn(c, services, person, { status: 201, account: email });
  };
}
