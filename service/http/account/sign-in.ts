/** Options of the sign-in pages; POST /account/v1/sign-in and sign-in/demo, and POST /account/v1/sign-out. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import type { AttemptKey } from "@/service/accounts/people/attempts";
import { findDemoAccount } from "@/service/accounts/people/demo";
import { normalizeEmail } from "@/service/accounts/people/emails";
import { deleteSessionByToken } from "@/service/accounts/people/sessions";
import { getLastWorkspace, isPasswordUnchanged, verifyCredentials } from "@/service/accounts/people/sign-in";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getNetwork } from "./client";
import { parseBody, respond } from "./request-input";
import { recordAttempt, startSession } from "./start-session";

export function signInHandler(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const { email: submitted, password } = await parseBody(c, ACCOUNT.signIn);
    const email = normalizeEmail(submitted);
    const account = email ?? submitted;
    const browser = people.browsers.parseMark(c.req.header("Cookie"), account);
    const attempt: AttemptKey = { attempt: "sign in", account, address: getNetwork(c), browser };
    await recordAttempt(services, attempt);
    const verified = await verifyCredentials(pools.main, people.hashing, email, password);
    if (verified === undefined) throw invalidCredentials();
    await people.attempts.recordSuccess(attempt);
    const workspace = await getLastWorkspace(pools.main, verified.personId, new Date());
    const confirm = async () => {
      if (!(await isPasswordUnchanged(pools.main, verified))) throw invalidCredentials();
    };
    return startSession(c, services, ACCOUNT.signIn, workspace, { account, confirm });
  };
}

export function signInDemoHandler(services: Services): Handler<Env> {
  return async (c) => {
    const demo = services.people.demo ? await findDemoAccount(services.pools.main) : undefined;
    if (demo === undefined) throw new ApiError("NOT_FOUND", "This server has no demo account.");
    return startSession(c, services, ACCOUNT.signInDemo, demo);
  };
}

export function signOutHandler({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const token = people.cookies.parseToken(c.req.header("Cookie"));
    if (token !== undefined) await deleteSessionByToken(pools.main, token);
    return c.body(null, 204, { "Set-Cookie": people.cookies.serializeExpired() });
  };
}

function invalidCredentials(): ApiError {
  return new ApiError("UNAUTHORIZED", "Wrong email or password.");
}

export function getSignInOptionsHandler({ pools, people }: Services): Handler<Env> {
  return async (c) => {
    const demo = people.demo && (await findDemoAccount(pools.main)) !== undefined;
    return respond(c, ACCOUNT.signInOptions, { demo, mail: people.mail.enabled });
  };
}
