/** Serves registration, the link that proves an address, and forgotten, reset and changed passwords. */

import { ACCOUNT } from "@dealflow/contract/account/account";
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
import { inTransaction } from "@/service/store/transaction";
import { ApiError } from "../api-error";
import { getNetwork } from "./client";
import {
  type AccountHandlers,
  parseBody,
  parseEmail,
  parseName,
  parseNewPassword,
  requireOwnAccount,
  respond,
  withAccountErrors,
} from "./request-input";
import { getIdentity, openSession, recordAttempt, startSession } from "./start-session";

export const REGISTRATION_HANDLERS = {
  register: (services) => {
    const { pools, people, addresses } = services;
    const { dashboardUrl } = addresses;
    return async (c) => {
      const body = await parseBody(c, ACCOUNT.register);
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
        return respond(c, ACCOUNT.register, { identity, mail }, 201, headers);
      }
      // Both cases have one response, because only the owner of the address learns whether it has an account.
      people.mail.send(
        person === undefined
          ? createTakenEmail(email, dashboardUrl)
          : createConfirmationEmail(pools.main, { personId: person.personId, dashboardUrl }, now),
      );
      return respond(c, ACCOUNT.register, { identity: null, mail }, 201);
    };
  },
} as const satisfies AccountHandlers;

export const CONFIRMATION_HANDLERS = {
  sendConfirmation: (services) => {
    const { pools, people, addresses } = services;
    return async (c) => {
      const { personId, confirmed } = c.get("viewer");
      if (confirmed) throw new ApiError("CONFLICT", "Your email address is already confirmed.");
      await recordAttempt(services, { attempt: "ask for a link", account: personId, address: getNetwork(c) });
      const { dashboardUrl } = addresses;
      people.mail.send(createConfirmationEmail(pools.main, { personId, dashboardUrl }, new Date()));
      return respond(c, ACCOUNT.sendConfirmation, { mail: people.mail.enabled });
    };
  },

  confirmAddress: (services) => async (c) => {
    const { token } = await parseBody(c, ACCOUNT.confirmAddress);
    const { personId } = c.get("viewer");
    await recordAttempt(services, { attempt: "use a link", address: getNetwork(c) });
    await withAccountErrors(confirmAddress(services.pools.main, token, personId, new Date()));
    return respond(c, ACCOUNT.confirmAddress, await getIdentity(services, personId, c.get("caller").workspaceId));
  },
} as const satisfies AccountHandlers;

const NOBODY = { email: "", name: "" } as const;

export const PASSWORD_HANDLERS = {
  forgot: (services) => {
    const { pools, people, addresses } = services;
    return async (c) => {
      const { email: submitted } = await parseBody(c, ACCOUNT.forgot);
      const email = parseEmail(submitted);
      await recordAttempt(services, { attempt: "ask for a link", account: email, address: getNetwork(c) });
      people.mail.send(createResetEmail(pools.main, { email, dashboardUrl: addresses.dashboardUrl }, new Date()));
      return respond(c, ACCOUNT.forgot, { mail: people.mail.enabled });
    };
  },

  reset: (services) => {
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
  },

  changePassword: (services) => {
    const { pools, people } = services;
    return async (c) => {
      const { personId } = requireOwnAccount(c, "password");
      const { current, password: submitted } = await parseBody(c, ACCOUNT.changePassword);
      const owner = await findPasswordOwner(pools.main, personId);
      const password = await parseNewPassword(submitted, owner ?? NOBODY);
      const attempt: AttemptKey = { attempt: "prove a password", account: personId };
      await recordAttempt(services, attempt);
      if (!(await verifyPersonPassword(pools.main, people.hashing, personId, current)))
        throw new ApiError("INVALID_INPUT", "The current password is incorrect.");
      await people.attempts.recordSuccess(attempt);
      const passwordHash = await people.hashing.hash(password);
      await inTransaction(pools.main, (client) => setPassword(client, personId, passwordHash, new Date()));
      return startSession(c, services, ACCOUNT.changePassword, { personId, workspaceId: c.get("caller").workspaceId });
    };
  },
} as const satisfies AccountHandlers;
