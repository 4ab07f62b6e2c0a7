/** POST /account/v1/address/confirmation and confirm: the link that proves a person's address, sent and used. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { Handler } from "hono";
import { confirmAddress, createConfirmationEmail } from "@/service/accounts/people/confirmation";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { withAccountErrors } from "./account-errors";
import { getNetwork } from "./client";
import { parseBody, respond } from "./request-input";
import { getIdentity, recordAttempt } from "./start-session";

export function sendConfirmationHandler(services: Services): Handler<Env> {
  const { pools, people, addresses } = services;
  return async (c) => {
    const { personId, confirmed } = c.get("viewer");
    if (confirmed) throw new ApiError("CONFLICT", "Your email address is already confirmed.");
    await recordAttempt(services, { attempt: "ask for a link", account: personId, address: getNetwork(c) });
    const { dashboardUrl } = addresses;
    people.mail.send(createConfirmationEmail(pools.main, { personId, dashboardUrl }, new Date()));
    return respond(c, ACCOUNT.sendConfirmation, { mail: people.mail.enabled });
  };
}

export function confirmAddressHandler(services: Services): Handler<Env> {
  return async (c) => {
    const { token } = await parseBody(c, ACCOUNT.confirmAddress);
    const { personId } = c.get("viewer");
    await recordAttempt(services, { attempt: "use a link", address: getNetwork(c) });
    await withAccountErrors(confirmAddress(services.pools.main, token, personId, new Date()));
    return respond(c, ACCOUNT.confirmAddress, await getIdentity(services, personId, c.get("caller").workspaceId));
  };
}
