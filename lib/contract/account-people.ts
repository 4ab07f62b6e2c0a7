/** People, their sessions, and the workspaces that they belong to: asked by the dashboard's server alone. */

/**
 * `open` answers without a session, `owner` to owners alone. What opens, changes or ends a session says so in a
 * `Set-Cookie`, which the dashboard's server hands on.
 */
export const PEOPLE = {
  /** → `Door` */
  signInOptions: { method: "GET", path: "/account/v1/door", open: true },
  /** `{email, password, name}` → 201 `Identity`: a person, a workspace of theirs and its first credits, all or nothing. */
  register: { method: "POST", path: "/account/v1/register", open: true },
  /** `{email, password}` → `Identity` */
  signIn: { method: "POST", path: "/account/v1/sign-in", open: true },
  /** `{}` → `Identity`, where there is a demo account. */
  signInDemo: { method: "POST", path: "/account/v1/sign-in/demo", open: true },
  /** → 204, whether there was a session or not. */
  signOut: { method: "POST", path: "/account/v1/sign-out", open: true },
  /** `{email}` → `Mailed`, whether there is such an account or not. */
  forgot: { method: "POST", path: "/account/v1/password/forgot", open: true },
  /** `{token, password}` → 204; every session of the person ends. */
  reset: { method: "POST", path: "/account/v1/password/reset", open: true },
  /** `{current, password}` → `Identity`; every other session of the person ends. */
  changePassword: { method: "POST", path: "/account/v1/password/change" },
  /** → `Identity` */
  me: { method: "GET", path: "/account/v1/me" },
  /** `{name}` → `Identity` */
  changeMe: { method: "PATCH", path: "/account/v1/me" },
  /** → `ListPage<PersonSession>` of the person: the one that asks, then those that were opened last. */
  sessions: { method: "GET", path: "/account/v1/sessions" },
  /** → 204; every session of the person but this one. */
  endOtherSessions: { method: "DELETE", path: "/account/v1/sessions" },
  /** → 204 */
  endSession: { method: "DELETE", path: "/account/v1/sessions/:id" },
} as const;

/** Workspaces of a person, and the members of the one that is open. */
export const WORKSPACES = {
  /** `{name}` → 201 `Identity` in the new workspace, which starts with 0 credits. */
  addWorkspace: { method: "POST", path: "/account/v1/workspaces" },
  /** → `Identity`: a new session in that workspace takes this one's place, so that nothing kept of the old one serves it. */
  openWorkspace: { method: "POST", path: "/account/v1/workspaces/:id/open" },
  /** `{name}` → `Identity` */
  renameWorkspace: { method: "PATCH", path: "/account/v1/workspace", owner: true },
  /** → `Identity` in another workspace of the person's. Neither the last owner nor out of one's only workspace. */
  leaveWorkspace: { method: "POST", path: "/account/v1/workspace/leave" },
  /** → `ListPage<Member>`, those who came first come first. */
  members: { method: "GET", path: "/account/v1/members" },
  /** `{role}` → 204; the last owner stays one. */
  changeMember: { method: "PATCH", path: "/account/v1/members/:id", owner: true },
  /** → 204; their sessions in this workspace end. */
  removeMember: { method: "DELETE", path: "/account/v1/members/:id", owner: true },
  /** → `ListPage<Invitation>`: those that can still be accepted, the newest first. */
  invitations: { method: "GET", path: "/account/v1/invitations", owner: true },
  /** `{email, role}` → 201 `Invited` */
  invite: { method: "POST", path: "/account/v1/invitations", owner: true },
  /** → 204 */
  withdrawInvitation: { method: "DELETE", path: "/account/v1/invitations/:id", owner: true },
  /** `{token}` → `InvitationShown` */
  readInvitation: { method: "POST", path: "/account/v1/invitation/read", open: true },
  /** `{token}` → `Identity` in that workspace, for the person whose address it was sent to. */
  acceptInvitation: { method: "POST", path: "/account/v1/invitation/accept" },
} as const;

export const ROLES = ["owner", "member"] as const;
export type Role = (typeof ROLES)[number];

/** In characters. */
export const PERSON_LIMITS = { email: 254, name: 80, password: { min: 12, max: 128 }, workspaceName: 80 } as const;
/** Workspaces of a person; members of a workspace and invitations that wait; those that a person sends in a day. */
export const WORKSPACE_LIMITS = { ofPerson: 20, members: 100, invitations: 50, invitationsADay: 100 } as const;
/** How long they are good for. */
export const LINK_HOURS = { reset: 1, invitation: 7 * 24 } as const;
/** Credits of the workspace that a registration makes (interface, What the service does, 4). */
export const INITIAL_CREDITS = 50;
/** Registrations and asked-for links, of one account and from one address; then each has to wait longer. */
export const ATTEMPTS_PER_MINUTE = 5;
/**
 * Sign-ins that fail; then each further one has to wait longer. `network`: of one account from one address. `account`: of
 * one account from everywhere. `address`: of all accounts from one address. A browser that signed in to the account before
 * is held to none of these, but to `browser`, and all such browsers of the account together to `account`.
 */
export const SIGN_IN_FAILURES = {
  network: { max: 5, minutes: 15 },
  account: { max: 50, minutes: 60 },
  address: { max: 30, minutes: 15 },
  browser: { max: 5, minutes: 15 },
} as const;

/** What the dashboard may offer to somebody who is not signed in. */
export interface SignInOptions {
  /** There is a demo account, and the dashboard is reached at this machine alone. */
  readonly demo: boolean;
  /** Mail is sent; otherwise links stand in the service's log. */
  readonly mail: boolean;
}

export interface Mailed {
  readonly mail: boolean;
}

export interface WorkspaceOfPerson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Who asks, and in which workspace. */
export interface Identity {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** May grant credits and see to the installation. */
    readonly operator: boolean;
    /** The demo account: its password and address cannot be changed. */
    readonly demo: boolean;
  };
  /** The open one. */
  readonly workspace: WorkspaceOfPerson;
  /** All of the person's, the open one too, by name. */
  readonly workspaces: readonly WorkspaceOfPerson[];
}

export interface PersonSession {
  readonly id: string;
  /** ISO timestamps. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The one that asks. */
  readonly current: boolean;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: string;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly expiresAt: string;
}

export interface Invited {
  readonly invitation: Invitation;
  /** Whether the link was mailed; otherwise it stands in the service's log. */
  readonly mail: boolean;
}

/** What whoever holds the link is told of it. */
export interface InvitationShown {
  readonly workspace: string;
  readonly invitedBy: string;
  readonly email: string;
  readonly role: Role;
}

/** Paths of the dashboard that mailed links lead to; the token stands in the fragment, which no server and no log sees. */
export const LINK_PAGES = { reset: "/reset", invitation: "/invitation" } as const;
export const LINK_TOKEN = "token";

/** The address that a person's browser has for the dashboard's server, told to the service with the secret. */
export const CLIENT_ADDRESS_HEADER = "X-Dealflow-Client-Address";

/** What the dashboard's cookies are called: with the browser's own protection where the address allows it. */
export function cookieName(dashboardUrl: string, name: string): string {
  return isSecure(dashboardUrl) ? `__Host-${name}` : name;
}

export function isSecure(dashboardUrl: string): boolean {
  return new URL(dashboardUrl).protocol === "https:";
}

/** The cookie of a person's session. */
export const SIGN_IN_COOKIE = "dealflow_sign_in";
/** The cookie by which a browser is known that signed in before: it opens nothing. */
export const KNOWN_BROWSER_COOKIE = "dealflow_known_browser";

/** `/v1/funding-events` → where the same is answered for a person's session, on the account of the dashboard's key. */
export function accountFeedPath(path: string): string {
  return path.replace(/^\/v1\//, "/account/v1/feed/");
}
