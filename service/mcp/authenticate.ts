/** Who calls: the host is checked first, then the access token, before anything of the message is read. */

import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { RESOURCE_METADATA_PATHS } from "@dealflow/contract/mcp";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";
import { type Connection, findConnection } from "@/service/accounts/connections";
import { blockedWorkspaceError } from "@/service/http/account/authorization";
import { ApiError } from "@/service/http/api-error";
import type { Env, Services } from "@/service/http/context";

/**
 * Against DNS rebinding: a page whose host name was pointed at this machine names its own host. Its origin is not checked,
 * since a page has no token of the person unless they approved it.
 */
export function checkHost({ addresses: { apiUrl } }: Services): MiddlewareHandler<Env> {
  const hosts = [new URL(apiUrl).hostname, ...localhostAllowedHostnames()];
  return async (c, next) => {
    const host = validateHostHeader(c.req.header("Host"), hosts);
    if (!host.ok) throw new ApiError("FORBIDDEN", `${host.message}; use ${apiUrl}${MCP_PATH}`);
    await next();
  };
}

/** The connection of a request's header; throws `UNAUTHORIZED`, `FORBIDDEN` and `TOO_MANY_REQUESTS`. */
type Authenticate = (authorization: string | undefined) => Promise<Connection>;

export function createAuthentication({ addresses, limits, pools }: Services): Authenticate {
  const resource = `${addresses.apiUrl}${MCP_PATH}`;
  return async (authorization) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
    const connection = token === undefined ? null : await findConnection(pools.sessions, token, resource, new Date());
    if (connection === null) throw unauthorized(addresses.apiUrl, authorization);
    if (connection.blocked) throw blockedWorkspaceError();
    const waitMs = limits.rates.person.consume(connection.personId);
    if (waitMs === 0) return connection;
    const seconds = Math.ceil(waitMs / 1000);
    throw new ApiError("TOO_MANY_REQUESTS", `too many messages; retry in ${seconds} s`, {
      [RETRY_AFTER_HEADER]: String(seconds),
    });
  };
}

export function resourceMetadataUrl(apiUrl: string): string {
  return `${apiUrl}${RESOURCE_METADATA_PATHS[0]}`;
}

/** Names the metadata from which a client finds the authorization server (RFC 9728, RFC 6750). */
function unauthorized(apiUrl: string, authorization: string | undefined): ApiError {
  const about = `resource_metadata="${resourceMetadataUrl(apiUrl)}", scope="${SCOPE_NAMES.join(" ")}"`;
  // A request without credentials gets no error code (RFC 6750, section 3.1).
  if (authorization === undefined)
    return new ApiError("UNAUTHORIZED", "this endpoint needs an access token", {
      "WWW-Authenticate": `Bearer ${about}`,
    });
  return new ApiError(
    "UNAUTHORIZED",
    "the access token is not valid: it is unknown, expired, revoked or for another resource",
    {
      "WWW-Authenticate": `Bearer error="invalid_token", error_description="The access token is not valid", ${about}`,
    },
  );
}
