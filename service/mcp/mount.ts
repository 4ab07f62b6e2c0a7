/** Mounts the MCP endpoint: Streamable HTTP without sessions, its metadata (RFC 9728) and its server card. */

import {
  AUTHENTICATE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import { RESOURCE_METADATA_PATHS } from "@dealflow/contract/mcp";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import {
  createMcpHandler,
  localhostAllowedHostnames,
  type McpServer,
  validateHostHeader,
} from "@modelcontextprotocol/server";
import type { Handler, Hono, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import { DOCUMENT_CACHE } from "@/lib/describe/documents";
import { SERVER_TITLE } from "@/lib/describe/mcp/server-card";
import { findConnection } from "@/service/accounts/connections";
import { blockedWorkspaceError } from "@/service/http/account/authorization";
import { ApiError, tooManyRequests } from "@/service/http/api-error";
import type { Env, Services } from "@/service/http/context";
import { boundedBody } from "@/service/http/metered/admission";
import { allowMethods } from "@/service/http/metered/metered-routes";
import { Payment } from "@/service/http/metered/payment";
import { readBody } from "@/service/http/read-request";
import type { Call } from "./call";
import { readMessage } from "./messages";
import { calledTool, createServer } from "./server";

const EVENTS = "text/event-stream";

/** @param extend adds to the server of each request */
export function mountMcp(app: Hono<Env>, services: Services, extend?: (server: McpServer) => void): void {
  const metadata = JSON.stringify(resourceMetadata(services));
  const headers = { "Content-Type": "application/json", "Cache-Control": DOCUMENT_CACHE };
  for (const path of RESOURCE_METADATA_PATHS)
    app.use(path, allowAnyOrigin("GET"), allowMethods("GET")).get(path, (c) => c.body(metadata, 200, headers));
  app.use(MCP_PATH, checkHost(services), allowAnyOrigin("POST"));
  app.all(MCP_PATH, boundedBody, serveMcp(services, extend));
}

function resourceMetadata({ addresses: { apiUrl, dashboardUrl, siteUrl } }: Services): object {
  return {
    resource: `${apiUrl}${MCP_PATH}`,
    authorization_servers: [dashboardUrl],
    scopes_supported: SCOPE_NAMES,
    bearer_methods_supported: ["header"],
    resource_name: SERVER_TITLE,
    resource_documentation: `${siteUrl}/agents.md`,
  };
}

function serveMcp(services: Services, extend: ((server: McpServer) => void) | undefined): Handler<Env> {
  const authenticate = createAuthentication(services);
  const metadataUrl = resourceMetadataUrl(services.addresses.apiUrl);
  const calls = new WeakMap<Request, Call>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && calls.get(requestInfo);
      if (call === undefined) throw new Error("a request reached the MCP server without authentication");
      const server = createServer(call);
      extend?.(server);
      return server;
    },
    {
      onerror: (error) => services.log.debug({ err: error }, "MCP request rejected"),
      // Nothing changes while a client is connected, so there is nothing to subscribe to.
      maxSubscriptions: 0,
    },
  );

  return async (c) => {
    const connection = await authenticate(c.req.header("Authorization"));
    const { id: connectionId, personId, workspaceId, blocked, limit, scopes } = connection;
    const caller = { keyId: null, workspaceId, blocked, limit };
    const requestId = c.get("requestId");
    const isDisconnected = () => c.env?.outgoing?.destroyed === true;
    const payment = new Payment(services, {
      ...{ caller, requestId, personId, connectionId, isDisconnected },
      dailyAllowance: connection.dailyAllowance,
    });
    c.set("caller", caller);
    c.set("connection", connection);
    c.set("payment", payment);
    const read =
      c.req.method === "POST" ? readMessage(await readBody(c), c.req.header("MCP-Protocol-Version")) : undefined;
    if (read !== undefined && "status" in read)
      return c.body(read.body, read.status, { "Content-Type": "application/json" });
    const tool = calledTool(read?.message);
    if (tool !== undefined) c.set("tool", tool.name);
    // The request has no body and no signal of the connection, because the library would keep that signal's listeners.
    const request = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers });
    calls.set(request, { services, connection, payment, requestId, message: read?.message });
    const response = await handler.fetch(request, {
      authInfo: { token: "", clientId: connectionId, scopes: [...scopes], resourceMetadataUrl: metadataUrl },
      ...(read === undefined ? {} : { parsedBody: read.message }),
    });
    // Some clients read a stream of events without a charset as Latin-1.
    if (response.headers.get("Content-Type") === EVENTS)
      response.headers.set("Content-Type", `${EVENTS}; charset=utf-8`);
    // The body is complete: no tool sends anything before its result. A stream would be sent at half the speed.
    const body = response.body === null ? null : await response.text();
    const paid = payment.headers();
    c.set("creditsUsed", paid[CREDITS_USED_HEADER]);
    const headers = { ...Object.fromEntries(response.headers), ...paid, "Cache-Control": "no-store" };
    if (body === null) return c.body(null, response.status as StatusCode, headers);
    return c.body(body, response.status as ContentfulStatusCode, headers);
  };
}

const READABLE = [AUTHENTICATE_HEADER, "Mcp-Session-Id", REQUEST_ID_HEADER, RETRY_AFTER_HEADER].concat([
  CREDITS_USED_HEADER,
  CREDITS_REMAINING_HEADER,
]);
const PREFLIGHT = {
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "3600",
};

/** Answers preflight requests, which carry no token, before anything else does. */
function allowAnyOrigin(method: "GET" | "POST"): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Access-Control-Expose-Headers", READABLE.join(", "));
    if (c.req.method !== "OPTIONS") return next();
    return c.body(null, 204, { ...PREFLIGHT, "Access-Control-Allow-Methods": `${method}, OPTIONS` });
  };
}

/**
 * Prevents DNS rebinding: a page whose host name was pointed at this machine names its own host. Its origin is not
 * checked, since a page has no token of the person unless they approved it.
 */
function checkHost({ addresses: { apiUrl } }: Services): MiddlewareHandler<Env> {
  const hosts = [new URL(apiUrl).hostname, ...localhostAllowedHostnames()];
  return async (c, next) => {
    const host = validateHostHeader(c.req.header("Host"), hosts);
    if (!host.ok) throw new ApiError("FORBIDDEN", `${host.message}; use ${apiUrl}${MCP_PATH}`);
    await next();
  };
}

/** Makes the function that returns the connection of a request's header; it throws `UNAUTHORIZED`, `FORBIDDEN` and `TOO_MANY_REQUESTS`. */
function createAuthentication({ addresses, limits, pools }: Services) {
  const resource = `${addresses.apiUrl}${MCP_PATH}`;
  return async (authorization: string | undefined) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
    const connection = token === undefined ? null : await findConnection(pools.sessions, token, resource, new Date());
    if (connection === null) throw unauthorized(addresses.apiUrl, authorization);
    if (connection.blocked) throw blockedWorkspaceError();
    const waitMs = limits.rates.person.consume(connection.personId);
    if (waitMs === 0) return connection;
    const seconds = Math.ceil(waitMs / 1000);
    throw tooManyRequests(`too many messages; retry in ${seconds} s`, seconds);
  };
}

function resourceMetadataUrl(apiUrl: string): string {
  return `${apiUrl}${RESOURCE_METADATA_PATHS[0]}`;
}

/** Names the metadata from which a client finds the authorization server (RFC 9728, RFC 6750). */
function unauthorized(apiUrl: string, authorization: string | undefined): ApiError {
  const about = `resource_metadata="${resourceMetadataUrl(apiUrl)}", scope="${SCOPE_NAMES.join(" ")}"`;
  // A request without credentials gets no error code (RFC 6750, section 3.1).
  if (authorization === undefined)
    return new ApiError("UNAUTHORIZED", "this endpoint needs an access token", {
      [AUTHENTICATE_HEADER]: `Bearer ${about}`,
    });
  return new ApiError(
    "UNAUTHORIZED",
    "the access token is not valid: it is unknown, expired, revoked or for another resource",
    {
      [AUTHENTICATE_HEADER]: `Bearer error="invalid_token", error_description="The access token is not valid", ${about}`,
    },
  );
}
