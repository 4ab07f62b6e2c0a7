/** People, their sessions and their workspaces are served only to the dashboard's server. */
import * as z from "zod/mini";
import { ACCOUNT_PATH, accountEndpoints } from "./endpoint";
import { FREE_EXPLORE } from "./free-explore";
import { listPage } from "./lists";
import { readonlyList, requestBody, textField } from "./schemas";

export const ROLES = ["owner", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The limits are in characters. */
export const PERSON_LIMITS = { email: 254, name: 80, password: { min: 12, max: 128 }, workspaceName: 80 } as const;
/**
 * The limits are workspaces per person; members and pending invitations per workspace; invitations that a person sends
 * in a day.
 */
export const WORKSPACE_LIMITS = { perPerson: 20, members: 100, invitations: 50, invitationsPerDay: 100 } as const;
/** Links are valid for this many hours. */
export const LINK_HOURS = { reset: 1, confirm: 24, invitation: 7 * 24 } as const;
/**
 * A workspace created by registration gets these credits once the address is confirmed (interface, What the service
 * does, 4).
 */
export const INITIAL_CREDITS = 50;
/** Registrations and requested links are counted per account and per address; above this, waits increase. */
export const ATTEMPTS_PER_MINUTE = 5;
/**
 * Failed sign-ins above these numbers make waits increase. `network` counts one account from one address, `account` one
 * account from everywhere, `address` all accounts from one address. For a browser that signed in to the account before,
 * only `browser` applies, and `account` to all such browsers of the account together.
 */
export const SIGN_IN_FAILURES = {
  network: { max: 5, minutes: 15 },
  account: { max: 50, minutes: 60 },
  address: { max: 30, minutes: 15 },
  browser: { max: 5, minutes: 15 },
} as const;

const signInOptions = z.object({
  /** It is true when there is a demo account, and the dashboard is reachable only from this machine. */
  demo: z.boolean(),
  /** It is true when mail is sent; otherwise links are written to the service's log. */
  mail: z.boolean(),
});
export type SignInOptions = z.infer<typeof signInOptions>;

const mailed = z.object({ mail: z.boolean() });

const role = z.enum(ROLES, `must be ${ROLES.join(" or ")}`);

export const personWorkspace = z.object({ id: z.string(), name: z.string(), role });
export type PersonWorkspace = z.infer<typeof personWorkspace>;

/** Identifies the signed-in person, and the open workspace. */
const identity = z.object({
  person: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** An operator may grant credits and administer the installation. */
    operator: z.boolean(),
    /** The password and the address of the demo account cannot be changed. */
    demo: z.boolean(),
    /** There are no credits and no invitations until the address is confirmed. */
    confirmed: z.boolean(),
  }),
  workspace: personWorkspace,
  /** These are all workspaces of the person, including the open one, by name. */
  workspaces: readonlyList(personWorkspace),
  /** This installation shows so much of a result without paying. */
  freeExplore: z.enum(FREE_EXPLORE),
  /** It is true when a workspace pays for a record once. */
  payOnce: z.boolean(),
});
export type Identity = z.infer<typeof identity>;

/** The identity is null when a message was mailed to the address instead, whether or not it already has an account. */
const registered = z.object({ identity: z.nullable(identity), mail: z.boolean() });
export type Registered = z.infer<typeof registered>;

/** It is true when everything that was made with the account was revoked, because its address was never confirmed. */
const reset = z.object({ accessRevoked: z.boolean() });

const personSession = z.object({
  id: z.string(),
  /** The times are ISO timestamps. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** This is true for the session of this request. */
  current: z.boolean(),
});
export type PersonSession = z.infer<typeof personSession>;

export const member = z.object({ id: z.string(), name: z.string(), email: z.string(), role, joinedAt: z.string() });
export type Member = z.infer<typeof member>;

const invitation = z.object({ id: z.string(), email: z.string(), role, invitedBy: z.string(), expiresAt: z.string() });
export type Invitation = z.infer<typeof invitation>;

const invited = z.object({
  invitation,
  /**
   * The link is for the owner to pass on, and is returned only once. The person who accepts it must have confirmed the
   * invited address.
   */
  link: z.string(),
  /** It is true when another link was mailed, which confirms the address too; otherwise that one is in the service's log. */
  mail: z.boolean(),
});
export type Invited = z.infer<typeof invited>;

/** The holder of the link sees this preview. */
const invitationPreview = z.object({ workspace: z.string(), invitedBy: z.string(), email: z.string(), role });
export type InvitationPreview = z.infer<typeof invitationPreview>;

/** The limit is longer than any token of a link. */
const linkToken = requestBody({ token: textField.check(z.maxLength(200, "is too long")) });
const named = requestBody({ name: textField });
/** True revokes the API keys that the member created, too. */
const revokeKeys = z.boolean("must be true or false");

/**
 * `open` needs no session, `owner` needs an owner. Endpoints that open, change or end a session send a `Set-Cookie`,
 * which the dashboard's server forwards.
 */
export const PEOPLE = accountEndpoints({
  signInOptions: { path: "/sign-in/options", open: true, response: signInOptions },
  /** Creates a person and a workspace atomically; signs in only where addresses need no confirmation. */
  register: {
    method: "POST",
    path: "/register",
    status: 201,
    open: true,
    request: requestBody({ email: textField, password: textField, name: textField }),
    response: registered,
  },
  signIn: {
    method: "POST",
    path: "/sign-in",
    open: true,
    request: requestBody({ email: textField, password: textField }),
    response: identity,
  },
  /** Works only where there is a demo account. */
  signInDemo: { method: "POST", path: "/sign-in/demo", open: true, response: identity },
  /** Responds alike with and without a session. */
  signOut: { method: "POST", path: "/sign-out", open: true },
  /** Responds alike for addresses with and without an account. */
  forgot: {
    method: "POST",
    path: "/password/forgot",
    open: true,
    request: requestBody({ email: textField }),
    response: mailed,
  },
  /** Ends every session of the person. */
  reset: {
    method: "POST",
    path: "/password/reset",
    open: true,
    request: requestBody({ token: textField, password: textField }),
    response: reset,
  },
  sendConfirmation: { method: "POST", path: "/address/confirmation", response: mailed },
  /** Confirms the address of the signed-in person with the link that was sent to it. */
  confirmAddress: { method: "POST", path: "/address/confirm", request: linkToken, response: identity },
  /** Ends every other session of the person. */
  changePassword: {
    method: "POST",
    path: "/password/change",
    request: requestBody({ current: textField, password: textField }),
    response: identity,
  },
  me: { path: "/me", response: identity },
  changeMe: { method: "PATCH", path: "/me", request: named, response: identity },
  /** Lists the person's current session, then the others, newest first. */
  sessions: { path: "/sessions", response: listPage(personSession) },
  /** Ends every other session of the person. */
  endOtherSessions: { method: "DELETE", path: "/sessions" },
  endSession: { method: "DELETE", path: "/sessions/:id" },
});

/** These endpoints serve a person's workspaces, and the members of the open one. */
export const WORKSPACES = accountEndpoints({
  /** The session is then in the new workspace, which starts with 0 credits. */
  addWorkspace: { method: "POST", path: "/workspaces", status: 201, request: named, response: identity },
  /** A new session in that workspace replaces this one, so that nothing cached for the old one is used for it. */
  openWorkspace: { method: "POST", path: "/workspaces/:id/open", response: identity },
  renameWorkspace: { method: "PATCH", path: "/workspace", owner: true, request: named, response: identity },
  /**
   * The session is then in another workspace of the person. The last owner cannot leave, nor can anyone leave their
   * only workspace.
   */
  leaveWorkspace: {
    method: "POST",
    path: "/workspace/leave",
    request: requestBody({ revokeKeys: z.exactOptional(revokeKeys) }),
    response: identity,
  },
  /**
   * Deletes the open workspace when nobody else is in it and the person has another, in which the session then is. The
   * body repeats its name.
   */
  deleteWorkspace: { method: "POST", path: "/workspace/delete", owner: true, request: named, response: identity },
  /** Members are in order of joining. */
  members: { path: "/members", response: listPage(member) },
  /** The last owner cannot become a member. */
  changeMember: {
    method: "PATCH",
    path: "/members/:id",
    owner: true,
    request: requestBody({ role, revokeKeys: z.exactOptional(revokeKeys) }),
  },
  /** Ends their sessions in this workspace. */
  removeMember: { method: "POST", path: "/members/:id/remove", owner: true, request: requestBody({ revokeKeys }) },
  /** Lists pending invitations, newest first. */
  invitations: { path: "/invitations", owner: true, response: listPage(invitation) },
  /** For the same address it creates new links, and the earlier ones end. */
  invite: {
    method: "POST",
    path: "/invitations",
    status: 201,
    owner: true,
    confirmed: true,
    request: requestBody({ email: textField, role }),
    response: invited,
  },
  withdrawInvitation: { method: "DELETE", path: "/invitations/:id", owner: true },
  readInvitation: {
    method: "POST",
    path: "/invitation/read",
    open: true,
    request: linkToken,
    response: invitationPreview,
  },
  /** Moves the session to that workspace, for the person with the invited address. */
  acceptInvitation: { method: "POST", path: "/invitation/accept", request: linkToken, response: identity },
});

/** Mailed links lead to these paths of the dashboard; the token is in the fragment, which no server and no log sees. */
export const LINK_PAGES = { reset: "/reset", confirm: "/confirm", invitation: "/invitation" } as const;
export const LINK_TOKEN = "token";

/**
 * The dashboard's server sends this with requests whose response goes to the browser with its cookies. Only those renew
 * a session, so that the cookie is kept as long as the session lasts.
 */
export const RENEW_SESSION_HEADER = "X-Dealflow-Renew-Session";

/** The service names the person and the workspace of a session to the dashboard's server, for its log. */
export const PERSON_HEADER = "X-Dealflow-Person";
export const WORKSPACE_HEADER = "X-Dealflow-Workspace";

/** The dashboard's server sends the browser's address, as it sees it, to the service with the secret. */
export const CLIENT_ADDRESS_HEADER = "X-Dealflow-Client-Address";

/** Names a cookie of the dashboard, with the browser's `__Host-` protection where the address allows it. */
export function cookieName(dashboardUrl: string, name: string): string {
  return isSecure(dashboardUrl) ? `__Host-${name}` : name;
}

export function isSecure(dashboardUrl: string): boolean {
  return new URL(dashboardUrl).protocol === "https:";
}

export const SIGN_IN_COOKIE = "dealflow_sign_in";
/** Identifies a browser that signed in before; grants no access. */
export const KNOWN_BROWSER_COOKIE = "dealflow_known_browser";

/** Turns `/v1/funding-events` into the endpoint for a person's session, which is charged to the dashboard's key. */
export function accountFeedPath(path: string): string {
  return path.replace(/^\/v1\//, `${ACCOUNT_PATH}/feed/`);
}
