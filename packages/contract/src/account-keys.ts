/** API keys of a workspace, for its owners and members: created, rolled, revoked. */
import * as z from "zod/mini";
import { listPageOf } from "./account-lists";
import { requestBody, textField, wholeNumberField } from "./account-schemas";

/** The name of the key that represents the dashboard's own requests; it has no text. */
export const DASHBOARD_KEY = "Dashboard";
/** `perWorkspace`: active keys; `aDay`: created keys, including rolled ones. */
export const KEY_LIMITS = { name: 80, perWorkspace: 50, perDay: 100, rollDays: 7 } as const;

const accountKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: the Dashboard key, which has no text. */
  lastFour: z.nullable(z.string()),
  dashboard: z.boolean(),
  /** Who created it; null: the operator, or before this was recorded. `name` is null when they left the workspace. */
  createdBy: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** ISO timestamps. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Of a rolled key: until when it is valid. */
  expiresAt: z.nullable(z.string()),
  /** When it became invalid. */
  revokedAt: z.nullable(z.string()),
});
export type AccountKey = z.infer<typeof accountKey>;

const newKey = z.object({
  key: accountKey,
  /** The whole key: returned only once, stored nowhere. */
  text: z.string(),
});
export type NewKey = z.infer<typeof newKey>;

const rollDays = `must be a whole number of days from 0 to ${KEY_LIMITS.rollDays}`;

export const KEYS = {
  /** Active ones first, the newest first. */
  keys: { method: "GET", path: "/account/v1/keys", response: listPageOf(accountKey) },
  /** 201 */
  addKey: {
    method: "POST",
    path: "/account/v1/keys",
    owner: true,
    request: requestBody({ name: textField }),
    response: newKey,
  },
  /** 201, under the same name; the old one stays valid for that many days. */
  rollKey: {
    method: "POST",
    path: "/account/v1/keys/:id/roll",
    owner: true,
    request: requestBody({ days: wholeNumberField(0, KEY_LIMITS.rollDays, rollDays) }),
    response: newKey,
  },
  /** Within a second no process accepts it. */
  revokeKey: { method: "DELETE", path: "/account/v1/keys/:id", owner: true },
  /** 201: a new Dashboard key, when there is no active one. */
  restoreDashboardKey: { method: "POST", path: "/account/v1/keys/dashboard", owner: true, response: accountKey },
} as const;
