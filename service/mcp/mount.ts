/** Mounts the MCP endpoint: Streamable HTTP without sessions, its metadata (RFC 9728) and its server card. */

import { RESOURCE_METADATA_PATHS } from "@dealflow/contract/mcp";
import { MCP_PATH } from "@dealflow/contract/oauth";
import { SCOPE_NAMES } from "@dealflow/contract/scopes";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { Handler, Hono } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import { DOCUMENT_CACHE } from "@/lib/describe/documents";
import { SERVER_TITLE } from "@/lib/describe/server-card";
import { boundedBody } from "@/service/http/admission";
import type { Env, Services } from "@/service/http/context";
import { allowMethods } from "@/service/http/metered-routes";
import { createPayment } from "@/service/http/payment";
import { readBody } from "@/service/http/read-request";
import { checkHost, createAuthentication, resourceMetadataUrl } from "./authenticate";
import type { Call } from "./call";
import { allowAnyOrigin } from "./cors";
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
    const payment = createPayment(services, {
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
    // Without a body and without the signal of the connection: the library would keep that signal's listeners.
    const request = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers });
    calls.set(request, { services, connection, payment, requestId, message: read?.message });
    const response = await handler.fetch(request, {
      authInfo: { token: "", clientId: connectionId, scopes: [...scopes], resourceMetadataUrl: metadataUrl },
      ...(read === undefined ? {} : { parsedBody: read.message }),
    });
    // Some clients read a stream of events without a charset as Latin-1.
    if (response.headers.get("Content-Type") === EVENTS)
      response.headers.set("Content-Type", `${EVENTS}; charset=utf-8`);
    // Complete by then: no tool sends anything before its result. A stream would be sent at half the speed.
    const body = response.body === null ? null : await response.text();
    const headers = { ...Object.fromEntries(response.headers), ...payment.headers(), "Cache-Control": "no-store" };
    if (body === null) return c.body(null, response.status as StatusCode, headers);
    return c.body(body, response.status as ContentfulStatusCode, headers);
  };
}
