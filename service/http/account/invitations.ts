/** Invitations to the open workspace: sent and withdrawn by owners, read with the link, accepted by the invited person. */

import { ACCOUNT } from "@dealflow/contract/account";
import { LINK_HOURS } from "@dealflow/contract/account-people";
import type { Handler } from "hono";
import type { ListPart } from "@/service/accounts/list-page";
import {
  acceptInvitation,
  getInvitationPosition,
  invite,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from "@/service/accounts/members/invitations";
import { createLink } from "@/service/accounts/people/links";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { withAccountErrors } from "./account-errors";
import { listPage } from "./list-page";
import { parseEmail } from "./person-fields";
import { getIdParameter, parseBody, respond } from "./request-input";
import { startSession } from "./start-session";

export function listInvitationsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const now = new Date();
    const read = (part: ListPart) => listInvitations(pools.main, workspaceId, now, part);
    return respond(c, ACCOUNT.invitations, await listPage(c, read, getInvitationPosition));
  };
}

export function createInvitationHandler({ pools, people, addresses }: Services): Handler<Env> {
  return async (c) => {
    const { role, ...body } = await parseBody(c, ACCOUNT.invite);
    const email = parseEmail(body.email);
    const { workspaceId } = c.get("caller");
    const draft = { email, role, invitedBy: c.get("viewer").personId };
    const { invitation, mailedToken, copiedToken, workspace } = await withAccountErrors(
      invite(pools.main, workspaceId, draft, new Date()),
    );
    const { dashboardUrl } = addresses;
    people.mail.send({
      to: email,
      subject: "You're invited to a Dealflow workspace",
      before: `${invitation.invitedBy} invited you to the workspace "${workspace}". Open this link to join:`,
      link: createLink(dashboardUrl, "invitation", mailedToken),
      after: `The link works once, within ${LINK_HOURS.invitation / 24} days, and only for ${email}. If you weren't expecting this invitation, you can ignore this email.`,
    });
    const link = createLink(dashboardUrl, "invitation", copiedToken);
    return respond(c, ACCOUNT.invite, { invitation, link, mail: people.mail.enabled }, 201);
  };
}

export function withdrawInvitationHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await withdrawInvitation(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date())))
      throw new ApiError("NOT_FOUND", "This invitation doesn't exist or is no longer valid.");
    return c.body(null, 204);
  };
}

export function getInvitationHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { token } = await parseBody(c, ACCOUNT.readInvitation);
    return respond(c, ACCOUNT.readInvitation, await withAccountErrors(readInvitation(pools.main, token, new Date())));
  };
}

export function acceptInvitationHandler(services: Services): Handler<Env> {
  const { pools } = services;
  return async (c) => {
    const { token } = await parseBody(c, ACCOUNT.acceptInvitation);
    const { personId } = c.get("viewer");
    const workspaceId = await withAccountErrors(acceptInvitation(pools.main, token, personId, new Date()));
    return startSession(c, services, ACCOUNT.acceptInvitation, { personId, workspaceId });
  };
}
