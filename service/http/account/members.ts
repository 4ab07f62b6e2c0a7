/** Serves the members of the open workspace, and invitations, which owners send and the invited person accepts. */

import { LINK_HOURS, WORKSPACES } from "@dealflow/contract/account/people";
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
import { handleEach } from "./endpoint-handlers";
import { listPage, parseEmail } from "./request-input";
import { startSession } from "./sign-in/start-session";

export const MEMBER_HANDLERS = handleEach(WORKSPACES, {
  members: ({ pools }, { c, workspaceId }) =>
    listPage(c, (part) => listMembers(pools.main, workspaceId, part), getMemberPosition),

  changeMember: async ({ pools }, { id, workspaceId, body }) => {
    const { role, revokeKeys = false } = await body();
    await updateRole(pools.main, workspaceId, id, role, revokeKeys);
  },

  removeMember: async ({ pools }, { id, workspaceId, viewer, body }) => {
    // Leaving is a separate action: one continues in another workspace, and must have one.
    if (id.toLowerCase() === viewer.personId)
      throw new ApiError("CONFLICT", "You can't remove yourself. Leave the workspace instead.");
    await removeMember(pools.main, workspaceId, id, (await body()).revokeKeys);
  },

  invitations: ({ pools }, { c, workspaceId, now }) =>
    listPage(c, (part) => listInvitations(pools.main, workspaceId, now, part), getInvitationPosition),

  invite: async ({ pools, people, addresses }, { workspaceId, viewer, body, now }) => {
    const { role, ...given } = await body();
    const email = parseEmail(given.email);
    const draft = { email, role, invitedBy: viewer.personId };
    const { invitation, mailedToken, copiedToken, workspace } = await invite(pools.main, workspaceId, draft, now);
    const { dashboardUrl } = addresses;
    people.mail.send({
      to: email,
      subject: "You're invited to a Dealflow workspace",
      before: `${invitation.invitedBy} invited you to the workspace "${workspace}". Open this link to join:`,
      link: createLink(dashboardUrl, "invitation", mailedToken),
      after: `The link works once, within ${LINK_HOURS.invitation / 24} days, and only for ${email}. If you weren't expecting this invitation, you can ignore this email.`,
    });
    return { invitation, link: createLink(dashboardUrl, "invitation", copiedToken), mail: people.mail.enabled };
  },

  withdrawInvitation: async ({ pools }, { id, workspaceId, now }) => {
    if (!(await withdrawInvitation(pools.main, workspaceId, id, now)))
      throw new ApiError("NOT_FOUND", "This invitation doesn't exist or is no longer valid.");
  },

  readInvitation: async ({ pools }, { body, now }) => readInvitation(pools.main, (await body()).token, now),

  acceptInvitation: async (services, { c, viewer: { personId }, body, now }) => {
    const { token } = await body();
    const workspaceId = await acceptInvitation(services.pools.main, token, personId, now);
    return startSession(c, services, WORKSPACES.acceptInvitation, { personId, workspaceId });
  },
});
