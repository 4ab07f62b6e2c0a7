/** The endpoints of the authorization server of MCP clients, on the dashboard's host, and its limits. */

export const OAUTH_PATHS = {
  metadata: "/.well-known/oauth-authorization-server",
  authorize: "/oauth/authorize",
  /** Followed by the id of the request. */
  resume: "/oauth/authorize/",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

/** The service's own paths begin with this; only the dashboard's server calls them. */
export const OAUTH_SERVICE_PREFIX = "/account";

/** The page on which a person approves a request; followed by its id. */
export const CONSENT_PAGE = "/connect/";

/** The MCP endpoint on the API's host: the resource that access tokens are for. */
export const MCP_PATH = "/mcp";

/** Binds a request to the browser that began it. */
export const OAUTH_RESUME_COOKIE = "dealflow_oauth";

/** Why a request cannot be continued, for the page that says so. */
export const OAUTH_PROBLEMS = ["expired", "client", "redirect", "request", "unapproved"] as const;
export type OAuthProblem = (typeof OAUTH_PROBLEMS)[number];
export const OAUTH_PROBLEM_HEADER = "X-OAuth-Problem";
/** The redirect that an unapproved client expected, for a link on that page. */
export const OAUTH_RETURN_HEADER = "X-OAuth-Return";

/** In seconds. */
export const OAUTH_LIFETIMES = {
  /** Of a request that waits for the person. */
  request: 3_600,
  code: 60,
  accessToken: 3_600,
  /** Without use; each use makes a new one. */
  refreshToken: 30 * 86_400,
  /** The time within which a repeated refresh gets the same tokens, from another process or after a lost response. */
  refreshGrace: 10,
  /** Of a connection, however much it is used. */
  grant: 365 * 86_400,
  /** Of a client that registered and was not approved. */
  unusedClient: 86_400,
} as const;

export const CLIENT_LIMITS = { body: 8_192, name: 40, redirectUris: 20, redirectUri: 2_000 } as const;
/** The most bytes of a client's metadata document, and ms to fetch it: within the time of a response. */
export const CLIENT_DOCUMENT = { bytes: 5_120, deadlineMs: 4_000 } as const;
