/** POST /account/v1/password/forgot, reset and change. */
import type { Handler } from "hono";
import { z } from "zod";
import type { Mailed } from "@/lib/contract/account-people";
import type { Trying } from "@/service/accounts/people/attempts";
import { emailOf } from "@/service/accounts/people/emails";
import { resetLetter, resetPassword, setPassword } from "@/service/accounts/people/new-password";
import { passwordMatches } from "@/service/accounts/people/sign-in";
import { inTransaction } from "@/service/store/transaction";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { networkOf } from "./client";
import { bodyAs } from "./kept";
import { emailFrom, newPasswordFrom, typed } from "./person-fields";
import { attempted, signedIn } from "./signed-in";
import { notOfTheDemo } from "./viewer";

const forgotten = z.strictObject({ email: typed });
const asked = z.strictObject({ token: typed, password: typed });
const change = z.strictObject({ current: typed, password: typed });

export function forgot(services: Services): Handler<Env> {
  const { pools, people, addresses } = services;
  return async (c) => {
    const { email: given } = await bodyAs(c, forgotten);
    const email = emailFrom(given);
    await attempted(services, { attempt: "ask for a link", account: email, address: networkOf(c) });
    people.mail.post(resetLetter(pools.main, { email, dashboardUrl: addresses.dashboardUrl }, new Date()));
    const answer: Mailed = { mail: people.mail.sends };
    return c.json(answer);
  };
}

export function reset(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const { token, password: given } = await bodyAs(c, asked);
    // A password that is not good enough does not use up the link.
    const password = newPasswordFrom(given);
    await attempted(services, { attempt: "use a link", address: networkOf(c) });
    const passwordHash = await people.hashing.hash(password);
    const email = await resetPassword(pools.main, token, passwordHash, new Date());
    if (email === undefined)
      throw new ApiError("INVALID_INPUT", "This link does not work any more. Ask for a new one.");
    const account = emailOf(email) ?? email;
    // Whoever guesses goes on meanwhile: the browser of the one who had the mail no longer waits for that.
    await people.attempts.forgive(account);
    const known = people.browsers.written(c.req.header("Cookie"), account);
    return c.body(null, 204, { "Set-Cookie": [await people.cookies.ended(), known] });
  };
}

export function changedPassword(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const { personId } = notOfTheDemo(c, "password");
    const { current, password: given } = await bodyAs(c, change);
    const password = newPasswordFrom(given);
    const trying: Trying = { attempt: "prove a password", account: personId };
    await attempted(services, trying);
    if (!(await passwordMatches(pools.main, people.hashing, personId, current)))
      throw new ApiError("INVALID_INPUT", "The current password is not right.");
    await people.attempts.succeeded(trying);
    const passwordHash = await people.hashing.hash(password);
    await inTransaction(pools.main, (client) => setPassword(client, personId, passwordHash, new Date()));
    return signedIn(c, services, { personId, workspaceId: c.get("caller").workspaceId });
  };
}
