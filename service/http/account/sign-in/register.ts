/** Serves registration, the link that proves an address, and forgotten, reset and changed passwords. */

import { PEOPLE } from "@dealflow/contract/account/people";
import type { AttemptKey } from "@/service/accounts/people/attempts";
import { confirmAddress, createConfirmationEmail, createTakenEmail } from "@/service/accounts/people/confirmation";
import { DEMO_EMAIL } from "@/service/accounts/people/demo";
import { normalizeEmail } from "@/service/accounts/people/emails";
import {
  createResetEmail,
  findPasswordOwner,
  findResetOwner,
  resetPassword,
  setPassword,
} from "@/service/accounts/people/password-reset";
import { register } from "@/service/accounts/people/register";
import { verifyPersonPassword } from "@/service/accounts/people/sign-in";
import { ApiError } from "@/service/http/api-error";
import { inTransaction } from "@/service/store/transaction";
import { getNetwork } from "../client";
import { handleEach } from "../endpoint-handlers";
import { parseEmail, parseName, parseNewPassword, requireOwnAccount, respond } from "../request-input";
import { getIdentity, openSession, recordAttempt, startSession } from "./start-session";

const NOBODY = { email: "", name: "" } as const;

export const REGISTRATION_HANDLERS = handleEach(PEOPLE, {
  register: async (services, { c, body: readBody }) => {
    const { pools, people, addresses } = services;
    const { dashboardUrl } = addresses;
    const body = await readBody();
    const name = parseName(body.name);
    const email = parseEmail(body.email);
    const password = await parseNewPassword(body.password, { email, name });
    await recordAttempt(services, { attempt: "register", account: email, address: getNetwork(c) });
    // The password is hashed before the address is looked up, so that the timing reveals nothing.
    const passwordHash = await people.hashing.hash(password);
    const now = new Date();
    const draft = { email, name, passwordHash, confirmed: people.trustsAddresses };
    const person = email === DEMO_EMAIL ? undefined : await register(pools.main, draft, now);
    const mail = people.mail.enabled;
    if (people.trustsAddresses) {
      if (person === undefined)
        throw new ApiError("CONFLICT", "An account with this email address already exists. Sign in instead.");
      const { identity, headers } = await openSession(c, services, person, { account: email });
      return respond(c, PEOPLE.register, { identity, mail }, headers);
    }
    // Both cases have one response, because only the owner of the address learns whether it has an account.
    people.mail.send(
      person === undefined
        ? createTakenEmail(email, dashboardUrl)
        : createConfirmationEmail(pools.main, { personId: person.personId, dashboardUrl }, now),
    );
    return { identity: null, mail };
  },

  sendConfirmation: async (services, { c, viewer: { personId, confirmed } }) => {
    const { pools, people, addresses } = services;
    if (confirmed) throw new ApiError("CONFLICT", "Your email address is already confirmed.");
    await recordAttempt(services, { attempt: "ask for a link", account: personId, address: getNetwork(c) });
    const { dashboardUrl } = addresses;
    people.mail.send(createConfirmationEmail(pools.main, { personId, dashboardUrl }, new Date()));
    return { mail: people.mail.enabled };
  },

  confirmAddress: async (services, { c, viewer: { personId }, workspaceId, body }) => {
    const { token } = await body();
    await recordAttempt(services, { attempt: "use a link", address: getNetwork(c) });
    await confirmAddress(services.pools.main, token, personId, new Date());
    return getIdentity(services, personId, workspaceId);
  },

  forgot: async (services, { c, body }) => {
    const { pools, people, addresses } = services;
    const email = parseEmail((await body()).email);
    await recordAttempt(services, { attempt: "ask for a link", account: email, address: getNetwork(c) });
    people.mail.send(createResetEmail(pools.main, { email, dashboardUrl: addresses.dashboardUrl }, new Date()));
    return { mail: people.mail.enabled };
  },

  reset: async (services, { c, body }) => {
    const { pools, people } = services;
    const { token, password: submitted } = await body();
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
    const headers = { "Set-Cookie": [people.cookies.serializeExpired(), browserCookie] };
    return respond(c, PEOPLE.reset, { accessRevoked }, headers);
  },

  changePassword: async (services, { c, workspaceId, body }) => {
    const { pools, people } = services;
    const { personId } = requireOwnAccount(c, "password");
    const { current, password: submitted } = await body();
    const owner = await findPasswordOwner(pools.main, personId);
    const password = await parseNewPassword(submitted, owner ?? NOBODY);
    const attempt: AttemptKey = { attempt: "prove a password", account: personId };
    await recordAttempt(services, attempt);
    if (!(await verifyPersonPassword(pools.main, people.hashing, personId, current)))
      throw new ApiError("INVALID_INPUT", "The current password is incorrect.");
    await people.attempts.recordSuccess(attempt);
    const passwordHash = await people.hashing.hash(password);
    await inTransaction(pools.main, (client) => setPassword(client, personId, passwordHash, new Date()));
    return startSession(c, services, PEOPLE.changePassword, { personId, workspaceId });
  },
});
