/** Serves the members of the open workspace, and invitations, which owners send and the invited person accepts. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { LINK_HOURS } from "@dealflow/contract/account/people";
import type { ListPart } from "@/service/accounts/list-page";
import {
  acceptInvitation,
  getInvitationPosition,
  invite,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from "@/service/accounts/members/invitations";
import { getMemberPosition, listMembers, removeMember, updateRole } from "@/service/accounts/members/members";
import { createLink } from "@/service/accounts/people/links";
import { ApiError } from "../api-error";
import {
  type AccountHandlers,
  getIdParameter,
  listPage,
  parseBody,
  parseEmail,
  respond,
  withAccountErrors,
} from "./request-input";
import { startSession } from "./start-session";

export const MEMBER_HANDLERS = {
  members:
    ({ pools }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      const page = await listPage(c, (part) => listMembers(pools.main, workspaceId, part), getMemberPosition);
      return respond(c, ACCOUNT.members, page);
    },

  changeMember:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const { role, revokeKeys = false } = await parseBody(c, ACCOUNT.changeMember);
      await withAccountErrors(updateRole(pools.main, c.get("caller").workspaceId, id, role, revokeKeys));
      return c.body(null, 204);
    },

  removeMember:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      // Leaving is a separate action: one continues in another workspace, and must have one.
      if (id.toLowerCase() === c.get("viewer").personId)
        throw new ApiError("CONFLICT", "You can't remove yourself. Leave the workspace instead.");
      const { revokeKeys } = await parseBody(c, ACCOUNT.removeMember);
      await withAccountErrors(removeMember(pools.main, c.get("caller").workspaceId, id, revokeKeys));
      return c.body(null, 204);
    },
} as const satisfies AccountHandlers;

export const INVITATION_HANDLERS = {
  invitations:
    ({ pools }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      const now = new Date();
      const read = (part: ListPart) => listInvitations(pools.main, workspaceId, now, part);
      return respond(c, ACCOUNT.invitations, await listPage(c, read, getInvitationPosition));
    },

  invite:
    ({ pools, people, addresses }) =>
    async (c) => {
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
    },

  withdrawInvitation:
    ({ pools }) =>
    async (c) => {
      if (!(await withdrawInvitation(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date())))
        throw new ApiError("NOT_FOUND", "This invitation doesn't exist or is no longer valid.");
      return c.body(null, 204);
    },

  readInvitation:
    ({ pools }) =>
    async (c) => {
      const { token } = await parseBody(c, ACCOUNT.readInvitation);
      return respond(c, ACCOUNT.readInvitation, await withAccountErrors(readInvitation(pools.main, token, new Date())));
    },

  acceptInvitation: (services) => {
    const { pools } = services;
    return async (c) => {
      const { token } = await parseBody(c, ACCOUNT.acceptInvitation);
      const { personId } = c.get("viewer");
      const workspaceId = await withAccountErrors(acceptInvitation(pools.main, token, personId, new Date()));
      return startSession(c, services, ACCOUNT.acceptInvitation, { personId, workspaceId });
    };
  },
} as const satisfies AccountHandlers;
