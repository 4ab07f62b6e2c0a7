/** Serves the connections of MCP clients, and the authorization server's endpoints as the dashboard forwards them. */

import { CONNECTION_DETAILS, CONNECTIONS } from "@dealflow/contract/account/connections";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { CLIENT_LIMITS, OAUTH_PATHS, OAUTH_RESUME_COOKIE, OAUTH_SERVICE_PREFIX } from "@dealflow/contract/oauth";
import { isUuid } from "@dealflow/contract/query/syntax";
import { isScope } from "@dealflow/contract/scopes";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Handler, Hono } from "hono";
import {
  changeAllowance,
  listConnections,
  readConnectionDetails,
  revokeConnection,
} from "@/service/accounts/connection-list";
import { getActiveFirstPosition } from "@/service/accounts/list-page";
import { authorizationServerMetadata } from "@/service/accounts/oauth/metadata";
import { ADDRESS_HEADER } from "@/service/accounts/oauth/provider";
import type { OAuthServer } from "@/service/accounts/oauth/server";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { parseJson, readBody } from "../read-request";
import { getNetwork } from "./client";
import { handleEach } from "./endpoint-handlers";
import { limitRequests } from "./limits/limits";
import { listPage } from "./request-input";

export const CONNECTION_HANDLERS = handleEach(CONNECTIONS, {
  connectionRequest: async ({ oauth }, { c }) => {
    const request = await oauth.readRequest(getRequestId(c));
    if (request === undefined) throw requestExpired();
    return request;
  },

  approveConnection: async ({ oauth, pools }, { c, viewer: { personId, sessionId }, body }) => {
    const id = getRequestId(c);
    const { workspace, scopes, dailyAllowance } = await body();
    if (scopes.length === 0) throw new ApiError("INVALID_INPUT", "Select at least one kind of data.");
    const request = await oauth.readRequest(id);
    if (request === undefined) throw requestExpired();
    if (!scopes.every((scope) => request.scopes.includes(scope)))
      throw new ApiError("INVALID_INPUT", "The app didn't ask for all of that.");
    const { rowCount } = await pools.main.query(
      `select from members m join workspaces w on w.id = m.workspace_id and not w.blocked
       where m.workspace_id = $1 and m.user_id = $2`,
      [isUuid(workspace) ? workspace : null, personId],
    );
    if (rowCount === 0) throw new ApiError("NOT_FOUND", "You can't connect apps to this workspace.");
    const approval = { workspaceId: workspace, personId, sessionId, scopes: [...scopes], dailyAllowance };
    const location = await oauth.approve(id, approval);
    if (location === undefined) throw requestExpired();
    return { location };
  },

  denyConnection: async ({ oauth }, { c }) => {
    const location = await oauth.deny(getRequestId(c));
    if (location === undefined) throw requestExpired();
    return { location };
  },

  connections: ({ pools }, { c, now }) => {
    const viewer = getConnectionViewer(c);
    return listPage(c, (part) => listConnections(pools.main, viewer, now, part), getActiveFirstPosition);
  },

  connection: async ({ pools }, { c, id, now }) => {
    const range = { now, ...CONNECTION_DETAILS };
    const details = await readConnectionDetails(pools.main, getConnectionViewer(c), id, range);
    if (details === undefined) throw connectionNotFound();
    return details;
  },

  changeConnection: async ({ pools }, { c, id, body }) => {
    const { dailyAllowance } = await body();
    if (!(await changeAllowance(pools.main, { id, ...getConnectionViewer(c) }, dailyAllowance)))
      throw connectionNotFound();
  },

  revokeConnection: async ({ pools }, { c, id, now }) => {
    if (!(await revokeConnection(pools.main, { id, ...getConnectionViewer(c) }, now))) throw connectionNotFound();
  },
});

/** Members list and change only their own connections, owners all. */
function getConnectionViewer(c: Context<Env>) {
  const { personId, role } = c.get("viewer");
  return { workspaceId: c.get("caller").workspaceId, personId, own: role !== "owner" };
}

function getRequestId(c: Context<Env>): string {
  const id = c.req.param("id") ?? "";
  if (!/^[\w-]{1,64}$/.test(id)) throw requestExpired();
  return id;
}

function requestExpired(): ApiError {
  return new ApiError("NOT_FOUND", "This request has expired or was already answered. Start again in the app.");
}

function connectionNotFound(): ApiError {
  return new ApiError("NOT_FOUND", "This connection doesn't exist, is no longer active, or isn't yours.");
}

/** Clients of other protocols request these scopes; without one of ours they request nothing. */
const OTHER_SCOPES: ReadonlySet<string> = new Set(["openid", "profile", "email", "offline_access", ""]);

export function mountOAuthRoutes(app: Hono<Env>, services: Services): void {
  // MCP clients have no session.
  const limit = limitRequests(services, "read", true);
  const at = (path: string) => `${OAUTH_SERVICE_PREFIX}${path}`;
  const metadata = authorizationServerMetadata(services.addresses.dashboardUrl);
  const forward = forwardToLibrary(services);
  app.get(at(OAUTH_PATHS.metadata), limit, (c) => c.json(metadata));
  app.get(at(OAUTH_PATHS.authorize), limit, forward);
  app.get(at(`${OAUTH_PATHS.resume}:id`), limit, forward);
  app.post(at(OAUTH_PATHS.token), limit, forward);
  app.post(at(OAUTH_PATHS.revoke), limit, forward);
  app.post(at(OAUTH_PATHS.register), limit, registerClient(services));
}

/** Its errors are those of RFC 7591. */
function registerClient({ oauth, limits }: Services): Handler<Env> {
  return async (c) => {
    const waitMs = limits.rates.registration.consume(getNetwork(c));
    if (waitMs > 0) {
      const seconds = String(Math.ceil(waitMs / 1_000));
      const error = { error: "too_many_requests", error_description: `try again in ${seconds} s` };
      return c.json(error, 429, { [RETRY_AFTER_HEADER]: seconds });
    }
    const text = await readBody(c);
    const problem = (description: string) => {
      const error = description.startsWith("redirect_uris.") ? "invalid_redirect_uri" : "invalid_client_metadata";
      return c.json({ error, error_description: description }, 400);
    };
    if (text.length > CLIENT_LIMITS.body) return problem(`the metadata is larger than ${CLIENT_LIMITS.body} bytes`);
    const json = parseJson(text);
    if (json === undefined) return problem("the body is not valid JSON");
    const client = await oauth.register(json);
    return typeof client === "string" ? problem(client) : c.json(client, 201);
  };
}

/** The library reads and writes Node's own request and response. */
function forwardToLibrary({ oauth, addresses }: Services): Handler<Env> {
  const { host, protocol } = new URL(addresses.dashboardUrl);
  return async (c) => {
    const { incoming, outgoing } = c.env;
    const path = (incoming.url ?? "").slice(OAUTH_SERVICE_PREFIX.length);
    incoming.url = c.req.path.endsWith(OAUTH_PATHS.authorize) ? await withScopes(oauth, path) : path;
    Object.assign(incoming.headers, {
      host,
      "x-forwarded-host": host,
      "x-forwarded-proto": protocol.slice(0, -1),
      [ADDRESS_HEADER]: getNetwork(c),
      // Errors are sent as JSON; the dashboard's server writes the page.
      accept: "application/json",
    });
    outgoing.setHeader(REQUEST_ID_HEADER, c.get("requestId"));
    // Of its cookies only the one that binds a request to a browser is used here.
    const setHeader = outgoing.setHeader.bind(outgoing);
    outgoing.setHeader = (name, value) =>
      setHeader(name, name.toLowerCase() === "set-cookie" ? ownCookies(value) : value);
    await oauth.handle(incoming, outgoing);
    return alreadySent(outgoing.statusCode);
  };
}

/** Returns a response for the log, which reads its status: the response itself has been sent. */
function alreadySent(status: number): Response {
  const response = new Response(RESPONSE_ALREADY_SENT.body, { status, headers: RESPONSE_ALREADY_SENT.headers });
  // Hono's adapter sends a response without looking at its headers unless it has been read.
  void response.body;
  return response;
}

function ownCookies(value: number | string | readonly string[]): readonly string[] {
  return [value]
    .flat()
    .map(String)
    .filter((cookie) => cookie.startsWith(OAUTH_RESUME_COOKIE));
}

/** Requests all scopes that the client may have when it names none of ours, and drops unknown ones next to ours. */
async function withScopes(oauth: OAuthServer, path: string): Promise<string> {
  const mark = path.indexOf("?");
  const search = new URLSearchParams(mark === -1 ? "" : path.slice(mark + 1));
  const [requested = "", ...more] = search.getAll("scope");
  // The library responds with an error.
  if (more.length > 0) return path;
  const names = requested.split(" ");
  const known = names.filter(isScope);
  if (known.length === 0 && !names.every((name) => OTHER_SCOPES.has(name))) return path;
  const scopes = known.length === 0 ? await oauth.readClientScopes(search.get("client_id") ?? "") : known;
  search.set("scope", scopes.join(" "));
  return `${OAUTH_PATHS.authorize}?${search}`;
}
