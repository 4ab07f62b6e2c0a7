/** People, their sessions, and their workspaces: called only by the dashboard's server. */

/**
 * `open` needs no session, `owner` needs an owner. Endpoints that open, change or end a session send a `Set-Cookie`,
 * which the dashboard's server forwards.
 */
export const PEOPLE = {
  /** → `SignInOptions` */
  signInOptions: { method: "GET", path: "/account/v1/door", open: true },
  /** `{email, password, name}` → 201 `Identity`: creates a person, a workspace and its first credits atomically. */
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
  /** → `ListPage<PersonSession>` of the person: the current one, then the others, newest first. */
  sessions: { method: "GET", path: "/account/v1/sessions" },
  /** → 204; ends every other session of the person. */
  endOtherSessions: { method: "DELETE", path: "/account/v1/sessions" },
  /** → 204 */
  endSession: { method: "DELETE", path: "/account/v1/sessions/:id" },
} as const;

/** A person's workspaces, and the members of the open one. */
export const WORKSPACES = {
  /** `{name}` → 201 `Identity` in the new workspace, which starts with 0 credits. */
  addWorkspace: { method: "POST", path: "/account/v1/workspaces" },
  /**
   * → `Identity`: a new session in that workspace replaces this one, so that nothing cached for the old one is used for
   * it.
   */
  openWorkspace: { method: "POST", path: "/account/v1/workspaces/:id/open" },
  /** `{name}` → `Identity` */
  renameWorkspace: { method: "PATCH", path: "/account/v1/workspace", owner: true },
  /** → `Identity` in another workspace of the person's. Not for the last owner, nor for one's only workspace. */
  leaveWorkspace: { method: "POST", path: "/account/v1/workspace/leave" },
  /** → `ListPage<Member>`, in order of joining. */
  members: { method: "GET", path: "/account/v1/members" },
  /** `{role}` → 204; the last owner stays one. */
  changeMember: { method: "PATCH", path: "/account/v1/members/:id", owner: true },
  /** → 204; their sessions in this workspace end. */
  removeMember: { method: "DELETE", path: "/account/v1/members/:id", owner: true },
  /** → `ListPage<Invitation>`: the pending ones, newest first. */
  invitations: { method: "GET", path: "/account/v1/invitations", owner: true },
  /** `{email, role}` → 201 `Invited` */
  invite: { method: "POST", path: "/account/v1/invitations", owner: true },
  /** → 204 */
  withdrawInvitation: { method: "DELETE", path: "/account/v1/invitations/:id", owner: true },
  /** `{token}` → `InvitationShown` */
  readInvitation: { method: "POST", path: "/account/v1/invitation/read", open: true },
  /** `{token}` → `Identity` in that workspace, for the person with the invited address. */
  acceptInvitation: { method: "POST", path: "/account/v1/invitation/accept" },
} as const;

export const ROLES = ["owner", "member"] as const;
export type Role = (typeof ROLES)[number];

/** In characters. */
export const PERSON_LIMITS = { email: 254, name: 80, password: { min: 12, max: 128 }, workspaceName: 80 } as const;
/** Workspaces per person; members and pending invitations per workspace; invitations that a person sends in a day. */
export const WORKSPACE_LIMITS = { perPerson: 20, members: 100, invitations: 50, invitationsPerDay: 100 } as const;
/** Validity of the links, in hours. */
export const LINK_HOURS = { reset: 1, invitation: 7 * 24 } as const;
/** Initial credits of a workspace created by registration (interface, What the service does, 4). */
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
export interface SignInOptions {
  /** There is a demo account, and the dashboard is reachable only from this machine. */
  readonly demo: boolean;
  /** Mail is sent; otherwise links are written to the service's log. */
  readonly mail: boolean;
}

export interface Mailed {
  readonly mail: boolean;
}

export interface PersonWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The signed-in person, and the open workspace. */
export interface Identity {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** May grant credits and administer the installation. */
    readonly operator: boolean;
    /** The demo account: its password and address cannot be changed. */
    readonly demo: boolean;
  };
  /** The open one. */
  readonly workspace: PersonWorkspace;
  /** All of the person's, including the open one, by name. */
  readonly workspaces: readonly PersonWorkspace[];
}

export interface PersonSession {
  readonly id: string;
  /** ISO timestamps. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The session of this request. */
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
  /** Whether the link was mailed; otherwise it is in the service's log. */
  readonly mail: boolean;
}

/** What is shown to the holder of the link. */
export interface InvitationPreview {
  readonly workspace: string;
  readonly invitedBy: string;
  readonly email: string;
  readonly role: Role;
}

/** Dashboard paths of mailed links; the token is in the fragment, which no server and no log sees. */
export const LINK_PAGES = { reset: "/reset", invitation: "/invitation" } as const;
export const LINK_TOKEN = "token";

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
