/** POST /account/v1/password/forgot, reset and change. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import type { AttemptKey } from "@/service/accounts/people/attempts";
import { normalizeEmail } from "@/service/accounts/people/emails";
import {
  createResetEmail,
  findPasswordOwner,
  findResetOwner,
  resetPassword,
  setPassword,
} from "@/service/accounts/people/password-reset";
import { verifyPasswordOf } from "@/service/accounts/people/sign-in";
import { inTransaction } from "@/service/store/transaction";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getNetwork } from "./client";
import { parseEmail, parseNewPassword } from "./person-fields";
import { parseBody, respond } from "./request-input";
import { recordAttempt, startSession } from "./start-session";
import { requireOwnAccount } from "./viewer";

const NOBODY = { email: "", name: "" } as const;

export function requestPasswordResetHandler(services: Services): Handler<Env> {
  const { pools, people, addresses } = services;
  return async (c) => {
    const { email: submitted } = await parseBody(c, ACCOUNT.forgot);
    const email = parseEmail(submitted);
    await recordAttempt(services, { attempt: "ask for a link", account: email, address: getNetwork(c) });
    people.mail.send(createResetEmail(pools.main, { email, dashboardUrl: addresses.dashboardUrl }, new Date()));
    return respond(c, ACCOUNT.forgot, { mail: people.mail.enabled });
  };
}

export function resetPasswordHandler(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const { token, password: submitted } = await parseBody(c, ACCOUNT.reset);
    const owner = await findResetOwner(pools.main, token, new Date());
    // An invalid password does not use up the link.
    const password = await parseNewPassword(submitted, owner ?? NOBODY);
    await recordAttempt(services, { attempt: "use a link", address: getNetwork(c) });
    const passwordHash = await people.hashing.hash(password);
    const reset = await resetPassword(pools.main, token, passwordHash, new Date());
    if (reset === undefined) throw new ApiError("INVALID_INPUT", "This link is no longer valid. Request a new one.");
    const { email, accessRevoked } = reset;
    const account = normalizeEmail(email) ?? email;
    // An attacker may continue trying: the browser of the link's recipient no longer waits for that.
    await people.attempts.clearAccount(account);
    const browserCookie = people.browsers.serialize(c.req.header("Cookie"), account);
    return respond(c, ACCOUNT.reset, { accessRevoked }, 200, {
      "Set-Cookie": [people.cookies.serializeExpired(), browserCookie],
    });
  };
}

export function changePasswordHandler(services: Services): Handler<Env> {
  const { pools, people } = services;
  return async (c) => {
    const { personId } = requireOwnAccount(c, "password");
    const { current, password: submitted } = await parseBody(c, ACCOUNT.changePassword);
    const owner = await findPasswordOwner(pools.main, personId);
    const password = await parseNewPassword(submitted, owner ?? NOBODY);
    const attempt: AttemptKey = { attempt: "prove a password", account: personId };
    await recordAttempt(services, attempt);
    if (!(await verifyPasswordOf(pools.main, people.hashing, personId, current)))
      throw new ApiError("INVALID_INPUT", "The current password is incorrect.");
    await people.attempts.recordSuccess(attempt);
    const passwordHash = await people.hashing.hash(password);
    await inTransaction(pools.main, (client) => setPassword(client, personId, passwordHash, new Date()));
    return startSession(c, services, ACCOUNT.changePassword, { personId, workspaceId: c.get("caller").workspaceId });
  };
}
