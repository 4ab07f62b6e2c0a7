/** POST /account/v1/register: a person and a workspace of theirs. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import { createConfirmationEmail, createTakenEmail } from "@/service/accounts/people/confirmation";
import { DEMO_EMAIL } from "@/service/accounts/people/demo";
import { register } from "@/service/accounts/people/register";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getNetwork } from "./client";
import { parseEmail, parseName, parseNewPassword } from "./person-fields";
import { parseBody, respond } from "./request-input";
import { openSession, recordAttempt } from "./start-session";

export function registerHandler(services: Services): Handler<Env> {
  const { pools, people, addresses } = services;
  const { dashboardUrl } = addresses;
  return async (c) => {
    const body = await parseBody(c, ACCOUNT.register);
    const name = parseName(body.name);
    const email = parseEmail(body.email);
    const password = await parseNewPassword(body.password, { email, name });
    await recordAttempt(services, { attempt: "register", account: email, address: getNetwork(c) });
    // Hashed before the address is looked up, so that the timing reveals nothing.
    const passwordHash = await people.hashing.hash(password);
    const now = new Date();
    const draft = { email, name, passwordHash, confirmed: people.trustsAddresses };
    const person = email === DEMO_EMAIL ? undefined : await register(pools.main, draft, now);
    const mail = people.mail.enabled;
    if (people.trustsAddresses) {
      if (person === undefined)
        throw new ApiError("CONFLICT", "An account with this email address already exists. Sign in instead.");
      const { identity, headers } = await openSession(c, services, person, { account: email });
      return respond(c, ACCOUNT.register, { identity, mail }, 201, headers);
    }
    // One response for both cases: only the owner of the address learns whether it has an account.
    people.mail.send(
      person === undefined
        ? createTakenEmail(email, dashboardUrl)
        : createConfirmationEmail(pools.main, { personId: person.personId, dashboardUrl }, now),
    );
    return respond(c, ACCOUNT.register, { identity: null, mail }, 201);
  };
}
