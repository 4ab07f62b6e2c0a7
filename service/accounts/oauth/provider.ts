/**
 * Runs the authorization server of MCP clients: oidc-provider with our storage, our sign-in and our consent page. Its
 * issuer is the dashboard's address, and its tokens are for the MCP endpoint alone.
 */
import { createHmac, createPrivateKey } from "node:crypto";
import { isSecure } from "@dealflow/contract/account/people";
import {
  CLIENT_DOCUMENT,
  CONSENT_PAGE,
  OAUTH_LIFETIMES,
  OAUTH_PATHS,
  OAUTH_PROBLEM_HEADER,
  OAUTH_RESUME_COOKIE,
  type OAuthProblem,
} from "@dealflow/contract/oauth";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import type { AdapterFactory, Configuration, Provider } from "oidc-provider";
import type pg from "pg";
import type { Outbound } from "@/service/net/outbound";
import { isLiveConnection } from "../connections";
import type { People } from "../people/people";
import { fetchClientDocument } from "./client-metadata";
import { createGrants } from "./grants";
import { RESPONSE_MODES } from "./metadata";
import { holdErrorRedirects } from "./redirects";
import { repeatRefreshes } from "./repeated-refresh";

export type Library = typeof import("oidc-provider");

export interface OAuthSettings {
  /** This address is the issuer. */
  readonly dashboardUrl: string;
  /** The MCP endpoint is the resource. */
  readonly resource: string;
  readonly secret: string;
}

export interface OAuthParts {
  readonly pool: pg.Pool;
  readonly people: Pick<People, "cookies" | "sessions">;
  readonly outbound: Pick<Outbound, "get">;
  /** Tells whether a metadata document may be fetched for a request from this address. */
  readonly mayFetch: (address: string) => boolean;
  /** Returns ms since 1970. */
  readonly now: () => number;
}

/** Each key is derived from the installation's secret for one of these purposes. */
const COOKIE_PURPOSE = "dealflow oauth cookies";
const SIGNING_PURPOSE = "dealflow oauth signing";
/** These bytes come before the 32 bytes of an Ed25519 private key in PKCS #8. */
const ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
/** Documents are cached for this long (s). */
const DOCUMENT_CACHE_S = 300;

export function createProvider(
  library: Library,
  records: AdapterFactory,
  settings: OAuthSettings,
  parts: OAuthParts,
): Provider {
  const { dashboardUrl, resource, secret } = settings;
  const { errors } = library;
  const key = (purpose: string) => createHmac("sha256", secret).update(purpose).digest();
  const cookies = { httpOnly: true, sameSite: "lax", secure: isSecure(dashboardUrl) } as const;
  const refreshes = repeatRefreshes(parts);
  const off = { enabled: false };
  const requireOwn = (indicator: string) => {
    if (indicator.replace(/\/$/, "") !== resource) throw new errors.InvalidTarget();
  };

  const configuration: Configuration = {
    adapter: records,
    // Nothing is signed with it: there are no ID tokens, and access tokens are opaque. The library requires one.
    jwks: { keys: [signingKey(key(SIGNING_PURPOSE))] },
    clientAuthMethods: ["none"],
    clientDefaults: {
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "EdDSA",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      response_modes: RESPONSE_MODES,
    },
    responseTypes: ["code"],
    scopes: SCOPE_NAMES,
    routes: { authorization: OAUTH_PATHS.authorize, token: OAUTH_PATHS.token, revocation: OAUTH_PATHS.revoke },
    cookies: {
      keys: [key(COOKIE_PURPOSE).toString("base64url")],
      names: { session: "session", interaction: "interaction", resume: OAUTH_RESUME_COOKIE },
      short: cookies,
      long: cookies,
    },
    ttl: {
      Interaction: OAUTH_LIFETIMES.request,
      AuthorizationCode: OAUTH_LIFETIMES.code,
      AccessToken: OAUTH_LIFETIMES.accessToken,
      RefreshToken: OAUTH_LIFETIMES.refreshToken,
      Grant: OAUTH_LIFETIMES.grant,
      // Sessions are never stored.
      Session: OAUTH_LIFETIMES.request,
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: (context) => {
      // The library would use the token up before it refuses another resource.
      const { resource: wanted = [] } = context.oidc.params ?? {};
      for (const indicator of [wanted].flat()) requireOwn(String(indicator));
      refreshes.note(context);
      return true;
    },
    // A connection ends with either of its tokens.
    revokeGrantPolicy: () => true,
    interactions: { url: (_, { uid }) => `${CONSENT_PAGE}${uid}` },
    loadExistingGrant: createGrants(library, parts),
    // The connection of a request, code or token must still be active.
    findAccount: async (_, accountId, token) =>
      token === undefined ||
      !("grantId" in token) ||
      token.grantId === undefined ||
      (await isLiveConnection(parts.pool, token.grantId))
        ? { accountId, claims: () => ({ sub: accountId }) }
        : undefined,
    fetch: (url) => fetchClientDocument(parts.outbound, String(url), getOwnUrls(settings)),
    fetchResponseBodyLimits: { "client_id metadata document": CLIENT_DOCUMENT.bytes },
    clientBasedCORS: () => true,
    renderError: (context, out, error) => {
      context.set(OAUTH_PROBLEM_HEADER, getProblem(library, error));
      context.type = "json";
      context.body = out;
    },
    features: {
      devInteractions: off,
      userinfo: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      revocation: { enabled: true, allowedPolicy: (_, client, token) => client.clientId === token.clientId },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        cacheDuration: { min: DOCUMENT_CACHE_S, max: DOCUMENT_CACHE_S },
        allowFetch: (context) => parts.mayFetch(context.get(ADDRESS_HEADER)),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, oneOf) => oneOf?.[0] ?? resource,
        useGrantedResource: () => true,
        getResourceServerInfo: ({ oidc }, indicator) => {
          // Unknown scopes are ignored by the library, also when there is no other.
          if (oidc.route === "authorization" && oidc.requestParamOIDCScopes.size === 0)
            throw new errors.InvalidScope("none of these scopes exists", [...oidc.requestParamScopes].join(" "));
          requireOwn(indicator);
          return {
            scope: SCOPE_NAMES.join(" "),
            audience: resource,
            accessTokenFormat: "opaque",
            accessTokenTTL: OAUTH_LIFETIMES.accessToken,
          };
        },
      },
    },
  };
  const provider = new library.Provider(dashboardUrl, configuration);
  // Addresses are the dashboard's; the mount writes them to the forwarded headers.
  provider.proxy = true;
  provider.use(refreshes.middleware);
  provider.use(holdErrorRedirects(parts, getOwnUrls(settings)));
  return provider;
}

/** Returns the origins of this installation, which no client may redirect to. */
export function getOwnUrls({ dashboardUrl, resource }: OAuthSettings): readonly string[] {
  return [dashboardUrl, resource];
}

function getProblem({ errors }: Library, error: Error): OAuthProblem {
  if (error instanceof errors.SessionNotFound) return "expired";
  if (error instanceof errors.InvalidRedirectUri) return "redirect";
  return error instanceof errors.InvalidClient || error instanceof errors.InvalidClientMetadata ? "client" : "request";
}

/** This header carries the client's address from the mount. */
export const ADDRESS_HEADER = "x-dealflow-address";

function signingKey(seed: Buffer) {
  const key = createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, seed]), format: "der", type: "pkcs8" });
  return { ...key.export({ format: "jwk" }), use: "sig", alg: "EdDSA" };
}
