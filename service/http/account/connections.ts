/** Connections of MCP clients: requests that wait for a person's approval, and the connections of the open workspace. */

import { ACCOUNT } from "@dealflow/contract/account";
import { CONNECTION_DETAILS } from "@dealflow/contract/account-connections";
import { isUuid } from "@dealflow/contract/syntax";
import type { Context, Handler } from "hono";
import {
  changeAllowance,
  getConnectionPosition,
  listConnections,
  readConnectionDetails,
  revokeConnection,
} from "@/service/accounts/connection-list";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { listPage } from "./list-page";
import { getIdParameter, parseBody, respond } from "./request-input";

export function getConnectionRequestHandler({ oauth }: Services): Handler<Env> {
  return async (c) => {
    const request = await oauth.readRequest(getRequestId(c));
    if (request === undefined) throw requestExpired();
    return respond(c, ACCOUNT.connectionRequest, request);
  };
}

export function approveConnectionHandler({ oauth, pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getRequestId(c);
    const { workspace, scopes, dailyAllowance } = await parseBody(c, ACCOUNT.approveConnection);
    const { personId, sessionId } = c.get("viewer");
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
    return respond(c, ACCOUNT.approveConnection, { location });
  };
}

export function denyConnectionHandler({ oauth }: Services): Handler<Env> {
  return async (c) => {
    const location = await oauth.deny(getRequestId(c));
    if (location === undefined) throw requestExpired();
    return respond(c, ACCOUNT.denyConnection, { location });
  };
}

export function listConnectionsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const viewer = getConnectionViewer(c);
    const now = new Date();
    const page = await listPage(c, (part) => listConnections(pools.main, viewer, now, part), getConnectionPosition);
    return respond(c, ACCOUNT.connections, page);
  };
}

export function getConnectionHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const range = { now: new Date(), ...CONNECTION_DETAILS };
    const details = await readConnectionDetails(pools.main, getConnectionViewer(c), getIdParameter(c), range);
    if (details === undefined) throw connectionNotFound();
    return respond(c, ACCOUNT.connection, details);
  };
}

export function changeConnectionHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { dailyAllowance } = await parseBody(c, ACCOUNT.changeConnection);
    if (!(await changeAllowance(pools.main, { id, ...getConnectionViewer(c) }, dailyAllowance)))
      throw connectionNotFound();
    return c.body(null, 204);
  };
}

export function revokeConnectionHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    if (!(await revokeConnection(pools.main, { id, ...getConnectionViewer(c) }, new Date())))
      throw connectionNotFound();
    return c.body(null, 204);
  };
}

/** Members change only their own. */
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
