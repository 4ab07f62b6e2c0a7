/** Owners of a workspace create, rotate and revoke its API keys; members see them. */
import * as z from "zod/mini";
import { accountEndpoints } from "./endpoint";
import { listPage } from "./lists";
import { requestBody, textField, wholeNumberField } from "./schemas";

/** The key with this name represents the dashboard's own requests; it has no text. */
export const DASHBOARD_KEY = "Dashboard";
/** `perWorkspace` limits active keys; `perDay` limits created keys, including rotated ones. */
export const KEY_LIMITS = { name: 80, perWorkspace: 50, perDay: 100, rotationDays: 7 } as const;

export const accountKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The digits are null for the Dashboard key, which has no text. */
  lastFour: z.nullable(z.string()),
  dashboard: z.boolean(),
  /**
   * The creator is null for keys of the operator, or from before this was recorded. `name` is null when they left the
   * workspace.
   */
  createdBy: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  /** The times are ISO timestamps. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** A rotated key is valid until then. */
  expiresAt: z.nullable(z.string()),
  /** The key became invalid at this time. */
  revokedAt: z.nullable(z.string()),
});
export type AccountKey = z.infer<typeof accountKey>;

const newKey = z.object({
  key: accountKey,
  /** The whole key is returned only once and stored nowhere. */
  text: z.string(),
});
export type NewKey = z.infer<typeof newKey>;

const rotationDaysProblem = `must be a whole number of days from 0 to ${KEY_LIMITS.rotationDays}`;

export const KEYS = accountEndpoints({
  /** Active keys come first, the newest first. */
  keys: { path: "/keys", response: listPage(accountKey) },
  addKey: {
    method: "POST",
    path: "/keys",
    status: 201,
    owner: true,
    request: requestBody({ name: textField }),
    response: newKey,
  },
  /** Responds with a key of the same name; the old one stays valid for that many days. */
  rotateKey: {
    method: "POST",
    path: "/keys/:id/roll",
    status: 201,
    owner: true,
    request: requestBody({ days: wholeNumberField(0, KEY_LIMITS.rotationDays, rotationDaysProblem) }),
    response: newKey,
  },
  /** No process accepts the key after one second. */
  revokeKey: { method: "DELETE", path: "/keys/:id", owner: true },
  /** Responds with a new Dashboard key, when there is no active one. */
  restoreDashboardKey: { method: "POST", path: "/keys/dashboard", status: 201, owner: true, response: accountKey },
});
