/** POST /account/v1/sign-in and sign-in/demo, and POST /account/v1/sign-out. */
import type { Handler } from "hono";
import { z } from "zod";
import type { Trying } from "@/service/accounts/people/attempts";
import { findDemoAccount } from "@/service/accounts/people/demo";
import { emailOf } from "@/service/accounts/people/emails";
import { endSessionOf } from "@/service/accounts/people/sessions";
import { isStillProven, lastWorkspace, personWith } from "@/service/accounts/people/sign-in";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { networkOf } from "./client";
import { bodyAs } from "./kept";
import { typed } from "./person-fields";
import { attempted, signedIn } from "./signed-in";

const asked = z.strictObject({ email: typed, password: typed });

export function signIn(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const { email: given, password } = await bodyAs(c, asked);
    const email = emailOf(given);
    const account = email ?? given;
    const browser = people.browsers.markIn(c.req.header("Cookie"), account);
    const trying: Trying = { attempt: "sign in", account, address: networkOf(c), browser };
    await attempted(services, trying);
    const proven = await personWith(pools.main, people.hashing, email, password);
    if (proven === undefined) throw notTogether();
    await people.attempts.succeeded(trying);
    const home = await lastWorkspace(pools.main, proven.personId, new Date());
    const confirm = async () => {
      if (!(await isStillProven(pools.main, proven))) throw notTogether();
    };
    return signedIn(c, services, home, { account, confirm });
  };
}

export function signInDemo(services: Services): Handler<Env> {
  return async (c) => {
    const demo = services.people.demo ? await findDemoAccount(services.pools.main) : undefined;
    if (demo === undefined) throw new ApiError("NOT_FOUND", "There is no demo account here.");
    return signedIn(c, services, demo);
  };
}

export function signOut({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const token = await people.cookies.tokenIn(c.req.header("Cookie"));
    if (token !== undefined) await endSessionOf(pools.main, token);
    return c.body(null, 204, { "Set-Cookie": await people.cookies.ended() });
  };
}

function notTogether(): ApiError {
  return new ApiError("UNAUTHORIZED", "The e-mail address and the password do not belong together.");
}
