/** People, their sessions, and their workspaces: called only by the dashboard's server. */
import * as z from "zod/mini";
import { listPageOf } from "./account-lists";
import { listOf, requestBody, textField } from "./account-schemas";
import { FREE_EXPLORE } from "./free-explore";

export const ROLES = ["owner", "member"] as const;
export type Role = (typeof ROLES)[number];

/** In characters. */
export const PERSON_LIMITS = { email: 254, name: 80, password: { min: 12, max: 128 }, workspaceName: 80 } as const;
/** Workspaces per person; members and pending invitations per workspace; invitations that a person sends in a day. */
export const WORKSPACE_LIMITS = { perPerson: 20, members: 100, invitations: 50, invitationsPerDay: 100 } as const;
/** Validity of the links, in hours. */
export const LINK_HOURS = { reset: 1, confirm: 24, invitation: 7 * 24 } as const;
/** Initial credits of a workspace created by registration, once the address is confirmed (interface, What the service does, 4). */
export const INITIAL_CREDITS = 50;
/** Registrations and requested links, per account and per address; above that, waits increase. */
export const ATTEMPTS_PER_MINUTE = 5;
/**
 * Failed sign-ins, above which waits increase. `network`: of one account from one address. `account`: of one account
 * from everywhere. `address`: of all accounts from one address. For a browser that signed in to the account before,
 * only `browser` applies, and `account` to all such browsers of the account together.
 */
export const SIGN_IN_FAILURES = {
  network: { max: 5, minutes: 15 },
  account: { max: 50, minutes: 60 },
  address: { max: 30, minutes: 15 },
  browser: { max: 5, minutes: 15 },
} as const;

/** Sign-in options of the dashboard. */
const signInOptions = z.object({
  /** There is a demo account, and the dashboard is reachable only from this machine. */
  demo: z.boolean(),
  /** Mail is sent; otherwise links are written to the service's log. */
  mail: z.boolean(),
});
export type SignInOptions = z.infer<typeof signInOptions>;

const mailed = z.object({ mail: z.boolean() });
export type Mailed = z.infer<typeof mailed>;

const role = z.enum(ROLES, `must be ${ROLES.join(" or ")}`);

const personWorkspace = z.object({ id: z.string(), name: z.string(), role });
export type PersonWorkspace = z.infer<typeof personWorkspace>;

/** The signed-in person, and the open workspace. */
const identity = z.object({
  person: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** May grant credits and administer the installation. */
    operator: z.boolean(),
    /** The demo account: its password and address cannot be changed. */
    demo: z.boolean(),
    /** The address is confirmed; until then there are no credits and no invitations. */
    confirmed: z.boolean(),
  }),
  /** The open one. */
  workspace: personWorkspace,
  /** All of the person's, including the open one, by name. */
  workspaces: listOf(personWorkspace),
  /** What this installation shows of a result without paying. */
  freeExplore: z.enum(FREE_EXPLORE),
  /** Whether a workspace pays for a record once. */
  payOnce: z.boolean(),
});
export type Identity = z.infer<typeof identity>;

/** Null: a message was mailed to the address instead, whether or not it already has an account. */
const registered = z.object({ identity: z.nullable(identity), mail: z.boolean() });
export type Registered = z.infer<typeof registered>;

/** Whether everything that was made with the account was revoked, because its address was never confirmed. */
const reset = z.object({ accessRevoked: z.boolean() });

const personSession = z.object({
  id: z.string(),
  /** ISO timestamps. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The session of this request. */
  current: z.boolean(),
});
export type PersonSession = z.infer<typeof personSession>;

const member = z.object({ id: z.string(), name: z.string(), email: z.string(), role, joinedAt: z.string() });
export type Member = z.infer<typeof member>;

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

const invited = z.object({
  invitation,
  /** The link for the owner to pass on, returned only once. The person who accepts it must have confirmed the invited address. */
  link: z.string(),
  /** Whether another link was mailed, which confirms the address too; otherwise that one is in the service's log. */
  mail: z.boolean(),
});
export type Invited = z.infer<typeof invited>;

/** What is shown to the holder of the link. */
const invitationPreview = z.object({ workspace: z.string(), invitedBy: z.string(), email: z.string(), role });
export type InvitationPreview = z.infer<typeof invitationPreview>;

/** The token of a link; the limit is longer than any. */
const linkToken = requestBody({
  token: textField.check(z.maxLength(200, "is too long")),
});
const named = requestBody({ name: textField });
/** Whether the API keys that the member created are revoked too. */
const revokeKeys = z.boolean("must be true or false");

/**
 * `open` needs no session, `owner` needs an owner. Endpoints that open, change or end a session send a `Set-Cookie`,
 * which the dashboard's server forwards.
 */
export const PEOPLE = {
  signInOptions: { method: "GET", path: "/account/v1/sign-in/options", open: true, response: signInOptions },
  /** 201: creates a person and a workspace atomically; signs in only where addresses need no confirmation. */
  register: {
    method: "POST",
    path: "/account/v1/register",
    open: true,
    request: requestBody({ email: textField, password: textField, name: textField }),
    response: registered,
  },
  signIn: {
    method: "POST",
    path: "/account/v1/sign-in",
    open: true,
    request: requestBody({ email: textField, password: textField }),
    response: identity,
  },
  /** Where there is a demo account. */
  signInDemo: { method: "POST", path: "/account/v1/sign-in/demo", open: true, response: identity },
  /** Whether there was a session or not. */
  signOut: { method: "POST", path: "/account/v1/sign-out", open: true },
  /** Whether there is such an account or not. */
  forgot: {
    method: "POST",
    path: "/account/v1/password/forgot",
    open: true,
    request: requestBody({ email: textField }),
    response: mailed,
  },
  /** Every session of the person ends. */
  reset: {
    method: "POST",
    path: "/account/v1/password/reset",
    open: true,
    request: requestBody({ token: textField, password: textField }),
    response: reset,
  },
  /** Sends the link that confirms the address. */
  sendConfirmation: { method: "POST", path: "/account/v1/address/confirmation", response: mailed },
  /** Confirms the address of the signed-in person with the link that was sent to it. */
  confirmAddress: {
    method: "POST",
    path: "/account/v1/address/confirm",
    request: linkToken,
    response: identity,
  },
  /** Every other session of the person ends. */
  changePassword: {
    method: "POST",
    path: "/account/v1/password/change",
    request: requestBody({ current: textField, password: textField }),
    response: identity,
  },
  me: { method: "GET", path: "/account/v1/me", response: identity },
  changeMe: { method: "PATCH", path: "/account/v1/me", request: named, response: identity },
  /** Of the person: the current one, then the others, newest first. */
  sessions: { method: "GET", path: "/account/v1/sessions", response: listPageOf(personSession) },
  /** Ends every other session of the person. */
  endOtherSessions: { method: "DELETE", path: "/account/v1/sessions" },
  endSession: { method: "DELETE", path: "/account/v1/sessions/:id" },
} as const;

/** A person's workspaces, and the members of the open one. */
export const WORKSPACES = {
  /** 201, in the new workspace, which starts with 0 credits. */
  addWorkspace: { method: "POST", path: "/account/v1/workspaces", request: named, response: identity },
  /** A new session in that workspace replaces this one, so that nothing cached for the old one is used for it. */
  openWorkspace: { method: "POST", path: "/account/v1/workspaces/:id/open", response: identity },
  renameWorkspace: {
    method: "PATCH",
    path: "/account/v1/workspace",
    owner: true,
    request: named,
    response: identity,
  },
  /** In another workspace of the person's. Not for the last owner, nor for one's only workspace. */
  leaveWorkspace: {
    method: "POST",
    path: "/account/v1/workspace/leave",
    request: requestBody({ revokeKeys: z.exactOptional(revokeKeys) }),
    response: identity,
  },
  /** In order of joining. */
  members: { method: "GET", path: "/account/v1/members", response: listPageOf(member) },
  /** The last owner stays one. */
  changeMember: {
    method: "PATCH",
    path: "/account/v1/members/:id",
    owner: true,
    request: requestBody({ role, revokeKeys: z.exactOptional(revokeKeys) }),
  },
  /** Their sessions in this workspace end. */
  removeMember: {
    method: "POST",
    path: "/account/v1/members/:id/remove",
    owner: true,
    request: requestBody({ revokeKeys }),
  },
  /** The pending ones, newest first. */
  invitations: { method: "GET", path: "/account/v1/invitations", owner: true, response: listPageOf(invitation) },
  /** 201; again for the same address, with new links: the earlier ones end. */
  invite: {
    method: "POST",
    path: "/account/v1/invitations",
    owner: true,
    confirmed: true,
    request: requestBody({ email: textField, role }),
    response: invited,
  },
  withdrawInvitation: { method: "DELETE", path: "/account/v1/invitations/:id", owner: true },
  readInvitation: {
    method: "POST",
    path: "/account/v1/invitation/read",
    open: true,
    request: linkToken,
    response: invitationPreview,
  },
  /** In that workspace, for the person with the invited address. */
  acceptInvitation: {
    method: "POST",
    path: "/account/v1/invitation/accept",
    request: linkToken,
    response: identity,
  },
} as const;

/** Dashboard paths of mailed links; the token is in the fragment, which no server and no log sees. */
export const LINK_PAGES = { reset: "/reset", confirm: "/confirm", invitation: "/invitation" } as const;
export const LINK_TOKEN = "token";

/**
 * Sent by the dashboard's server with requests whose response goes to the browser with its cookies: only those renew a
 * session, so that the cookie is kept as long as the session lasts.
 */
export const RENEW_SESSION_HEADER = "X-Dealflow-Renew-Session";

/** The browser's address as seen by the dashboard's server, sent to the service with the secret. */
export const CLIENT_ADDRESS_HEADER = "X-Dealflow-Client-Address";

/** Names of the dashboard's cookies, with the browser's `__Host-` protection where the address allows it. */
export function cookieName(dashboardUrl: string, name: string): string {
  return isSecure(dashboardUrl) ? `__Host-${name}` : name;
}

export function isSecure(dashboardUrl: string): boolean {
  return new URL(dashboardUrl).protocol === "https:";
}

/** The cookie of a person's session. */
export const SIGN_IN_COOKIE = "dealflow_sign_in";
/** Identifies a browser that signed in before; grants no access. */
export const KNOWN_BROWSER_COOKIE = "dealflow_known_browser";

/** `/v1/funding-events` → the endpoint for a person's session, charged to the dashboard's key. */
export function accountFeedPath(path: string): string {
  return path.replace(/^\/v1\//, "/account/v1/feed/");
}
