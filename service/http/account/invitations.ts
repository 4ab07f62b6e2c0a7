/** Invitations to the open workspace: sent and withdrawn by owners, read by who holds the link, accepted by who was meant. */
import type { Handler } from "hono";
import { z } from "zod";
import { type Invited, LINK_HOURS } from "@/lib/contract/account-people";
import type { ListPart } from "@/service/accounts/list-page";
import {
  acceptInvitation,
  invite,
  listInvitations,
  positionOfInvitation,
  readInvitation,
  withdrawInvitation,
} from "@/service/accounts/members/invitations";
import { linkTo } from "@/service/accounts/people/links";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { bodyAs, idOf } from "./kept";
import { listPage } from "./list-page";
import { role } from "./members";
import { emailFrom, typed } from "./person-fields";
import { allowed } from "./refusal";
import { identityOf, signedIn } from "./signed-in";

const invited = z.strictObject({ email: typed, role });
/** What is longer than any link's is not looked for. */
const held = z.strictObject({ token: typed.max(200, "is too long") });

export function openInvitations({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const now = new Date();
    const read = (part: ListPart) => listInvitations(pools.main, workspaceId, now, part);
    return c.json(await listPage(c, read, positionOfInvitation));
  };
}

export function sentInvitation({ pools, people, addresses }: Services): Handler<Env> {
  return async (c) => {
    const { role, ...given } = await bodyAs(c, invited);
    const email = emailFrom(given.email);
    const { workspaceId } = c.get("caller");
    const wanted = { email, role, invitedBy: c.get("viewer").personId };
    const { invitation, token, workspace } = await allowed(invite(pools.main, workspaceId, wanted, new Date()));
    people.mail.post({
      to: email,
      subject: "An invitation to a workspace of Dealflow",
      before: `${invitation.invitedBy} invites you to the workspace "${workspace}". This link lets you in:`,
      link: linkTo(addresses.dashboardUrl, "invitation", token),
      after: `It is good for ${LINK_HOURS.invitation / 24} days, once, for the account of ${email}. Whoever did not expect it can let it be.`,
    });
    const answer: Invited = { invitation, mail: people.mail.sends };
    return c.json(answer, 201);
  };
}

export function withdrawnInvitation({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await withdrawInvitation(pools.main, c.get("caller").workspaceId, idOf(c), new Date())))
      throw new ApiError("NOT_FOUND", "This invitation is not there, or has ended.");
    return c.body(null, 204);
  };
}

export function shownInvitation({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { token } = await bodyAs(c, held);
    return c.json(await allowed(readInvitation(pools.main, token, new Date())));
  };
}

export function acceptedInvitation(services: Services): Handler<Env> {
  const { pools } = services;
  return async (c) => {
    const { token } = await bodyAs(c, held);
    const { personId } = c.get("viewer");
    const { person } = await identityOf(pools, personId, c.get("caller").workspaceId);
    const workspaceId = await allowed(acceptInvitation(pools.main, token, person, new Date()));
    return signedIn(c, services, { personId, workspaceId });
  };
}
