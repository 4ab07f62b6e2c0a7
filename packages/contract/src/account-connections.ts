/** Connections of MCP clients: approved on the consent page, then listed, changed and ended under Settings. */
import * as z from "zod/mini";
import { listPageOf } from "./account-lists";
import { listOf, requestBody, textField, wholeNumberField } from "./account-schemas";
import { MAX_DAILY_ALLOWANCE, SCOPE_NAMES } from "./scopes";

/** Days of use, and calls, that one connection's details hold. */
export const CONNECTION_DETAILS = { days: 30, calls: 20 } as const;

const scope = z.enum(SCOPE_NAMES, "must be a scope");
const allowance = wholeNumberField(
  0,
  MAX_DAILY_ALLOWANCE,
  `must be a whole number of credits from 0 to ${MAX_DAILY_ALLOWANCE}`,
);

/** What a client requests, as the person sees it. */
const connectionRequest = z.object({
  /** What the client calls itself; null when it says nothing. */
  clientName: z.nullable(z.string()),
  /** Of its metadata document, or of the redirect. */
  clientHost: z.string(),
  /** The client is known by a document at that host, which nobody else can write. */
  verified: z.boolean(),
  redirectUri: z.string(),
  scopes: listOf(scope),
});
export type ConnectionRequest = z.infer<typeof connectionRequest>;

/** Where the browser goes next. */
const redirect = z.object({ location: z.string() });

const connection = z.object({
  id: z.string(),
  clientName: z.string(),
  clientHost: z.string(),
  workspace: z.string(),
  /** Who approved it; only they and owners may change it. */
  person: z.string(),
  own: z.boolean(),
  scopes: listOf(scope),
  /** Credits. */
  dailyAllowance: z.number(),
  usedToday: z.number(),
  used: z.number(),
  /** ISO timestamps. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});
export type McpConnection = z.infer<typeof connection>;

const connectionDetails = z.object({
  connection,
  redirectUri: z.string(),
  /** YYYY-MM-DD in UTC, both included. */
  from: z.string(),
  to: z.string(),
  /** Days with use. */
  days: listOf(z.object({ day: z.string(), credits: z.number() })),
  /** The latest ones that cost something, newest first. */
  calls: listOf(
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

export const CONNECTIONS = {
  /** 404: expired, or already decided. */
  connectionRequest: { method: "GET", path: "/account/v1/connection-requests/:id", response: connectionRequest },
  /** Effective once this browser follows the location. */
  approveConnection: {
    method: "POST",
    path: "/account/v1/connection-requests/:id/approve",
    request: requestBody({ workspace: textField, scopes: listOf(scope), dailyAllowance: allowance }),
    response: redirect,
  },
  denyConnection: { method: "POST", path: "/account/v1/connection-requests/:id/deny", response: redirect },
  /** Of the open workspace: active ones first, the newest first. */
  connections: { method: "GET", path: "/account/v1/connections", response: listPageOf(connection) },
  connection: { method: "GET", path: "/account/v1/connections/:id", response: connectionDetails },
  changeConnection: {
    method: "PATCH",
    path: "/account/v1/connections/:id",
    request: requestBody({ dailyAllowance: allowance }),
  },
  /** Within a second no process accepts its tokens. */
  revokeConnection: { method: "DELETE", path: "/account/v1/connections/:id" },
} as const;
