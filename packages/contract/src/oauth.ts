/** The authorization server of MCP clients has its endpoints on the dashboard's host. */

export const OAUTH_PATHS = {
  metadata: "/.well-known/oauth-authorization-server",
  authorize: "/oauth/authorize",
  /** The id of the request follows. */
  resume: "/oauth/authorize/",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

/** The service's own paths begin with this; only the dashboard's server calls them. */
export const OAUTH_SERVICE_PREFIX = "/account";

/** A person approves a request on this page; the id of the request follows. */
export const CONSENT_PAGE = "/connect/";

/** Access tokens are for this resource, the MCP endpoint on the API's host. */
export const MCP_PATH = "/mcp";

/** The cookie binds a request to the browser that began it. */
export const OAUTH_RESUME_COOKIE = "dealflow_oauth";

/** Each value names a reason why a request cannot be continued, for the page that says so. */
export const OAUTH_PROBLEMS = ["expired", "client", "redirect", "request", "unapproved"] as const;
export type OAuthProblem = (typeof OAUTH_PROBLEMS)[number];
export const OAUTH_PROBLEM_HEADER = "X-OAuth-Problem";
/** The header holds the redirect that an unapproved client expected, for a link on that page. */
export const OAUTH_RETURN_HEADER = "X-OAuth-Return";

/** The lifetimes are in seconds. */
export const OAUTH_LIFETIMES = {
  /** A request waits this long for the person. */
  request: 3_600,
  code: 60,
  accessToken: 3_600,
  /** The lifetime applies without use; each use makes a new token. */
  refreshToken: 30 * 86_400,
  /** A repeated refresh within this time gets the same tokens, from another process or after a lost response. */
  refreshGrace: 10,
  /** A connection ends after this time, however much it is used. */
  grant: 365 * 86_400,
  /** A client that registered but was not approved is removed after this time. */
  unusedClient: 86_400,
} as const;

export const CLIENT_LIMITS = { body: 8_192, name: 40, redirectUris: 20, redirectUri: 2_000 } as const;
/**
 * A client's metadata document has at most this many bytes, and is fetched within this many ms, which is less than the
 * time of a response.
 */
export const CLIENT_DOCUMENT = { bytes: 5_120, deadlineMs: 4_000 } as const;
