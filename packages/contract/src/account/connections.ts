/** Connections of MCP clients are approved on the consent page, then listed, changed and ended under Settings. */
import * as z from "zod/mini";
import { MAX_DAILY_ALLOWANCE, SCOPE_NAMES } from "../scopes";
import { accountEndpoints } from "./endpoint";
import { listPage } from "./lists";
import { readonlyList, requestBody, textField, wholeNumberField } from "./schemas";

/** The details of one connection hold at most this many days of use, and calls. */
export const CONNECTION_DETAILS = { days: 30, calls: 20 } as const;

const scope = z.enum(SCOPE_NAMES, "must be a scope");
const allowance = wholeNumberField(
  0,
  MAX_DAILY_ALLOWANCE,
  `must be a whole number of credits from 0 to ${MAX_DAILY_ALLOWANCE}`,
);

/** The person sees this of a client's request. */
const connectionRequest = z.object({
  /** The name that the client states is null when it states none. */
  clientName: z.nullable(z.string()),
  /** The host is that of the client's metadata document, or of the redirect. */
  clientHost: z.string(),
  /** It is true when a document at that host identifies the client, which nobody else can write. */
  verified: z.boolean(),
  redirectUri: z.string(),
  scopes: readonlyList(scope),
});
export type ConnectionRequest = z.infer<typeof connectionRequest>;

/** The browser continues at this address. */
const redirect = z.object({ location: z.string() });

export const connection = z.object({
  id: z.string(),
  clientName: z.string(),
  clientHost: z.string(),
  workspace: z.string(),
  /** Only the person who approved it and owners may change it. */
  person: z.string(),
  own: z.boolean(),
  scopes: readonlyList(scope),
  /** The allowance is in credits. */
  dailyAllowance: z.number(),
  usedToday: z.number(),
  used: z.number(),
  /** The times are ISO timestamps. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});
export type McpConnection = z.infer<typeof connection>;

const connectionDetails = z.object({
  connection,
  redirectUri: z.string(),
  /** Both days are YYYY-MM-DD in UTC, and included. */
  from: z.string(),
  to: z.string(),
  /** Only days with use are listed. */
  days: readonlyList(z.object({ day: z.string(), credits: z.number() })),
  /** These are the latest calls that cost something, newest first. */
  calls: readonlyList(
    z.object({
      id: z.string(),
      at: z.string(),
      requestId: z.nullable(z.string()),
      endpoint: z.string(),
      credits: z.number(),
    }),
  ),
});
export type ConnectionDetails = z.infer<typeof connectionDetails>;

export const CONNECTIONS = accountEndpoints({
  /** The status is 404 when the request has expired or is already decided. */
  connectionRequest: { path: "/connection-requests/:id", response: connectionRequest },
  /** The connection becomes effective once this browser follows the location. */
  approveConnection: {
    method: "POST",
    path: "/connection-requests/:id/approve",
    request: requestBody({ workspace: textField, scopes: readonlyList(scope), dailyAllowance: allowance }),
    response: redirect,
  },
  denyConnection: { method: "POST", path: "/connection-requests/:id/deny", response: redirect },
  /** Lists the connections of the open workspace: active ones first, the newest first. */
  connections: { path: "/connections", response: listPage(connection) },
  connection: { path: "/connections/:id", response: connectionDetails },
  changeConnection: { method: "PATCH", path: "/connections/:id", request: requestBody({ dailyAllowance: allowance }) },
  /** No process accepts its tokens after one second. */
  revokeConnection: { method: "DELETE", path: "/connections/:id" },
});
