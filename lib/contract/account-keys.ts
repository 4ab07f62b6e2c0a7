/** API keys of a workspace, for its owners and members: created, rolled, revoked. */
export const KEYS = {
  /** → `ListPage<AccountKey>`, active ones first, the newest first. */
  keys: { method: "GET", path: "/account/v1/keys" },
  /** `{name}` → 201 `NewKey` */
  addKey: { method: "POST", path: "/account/v1/keys", owner: true },
  /** `{days}` → 201 `NewKey` under the same name; the old one stays valid for that many days. */
  rollKey: { method: "POST", path: "/account/v1/keys/:id/roll", owner: true },
  /** → 204; within a second no process accepts it. */
  revokeKey: { method: "DELETE", path: "/account/v1/keys/:id", owner: true },
  /** → 201 `AccountKey`: a new Dashboard key, when there is no active one. */
  restoreDashboardKey: { method: "POST", path: "/account/v1/keys/dashboard", owner: true },
} as const;

/** The name of the key that represents the dashboard's own requests; it has no text. */
export const DASHBOARD_KEY = "Dashboard";
/** `perWorkspace`: active keys; `aDay`: created keys, including rolled ones. */
export const KEY_LIMITS = { name: 80, perWorkspace: 50, perDay: 100, rollDays: 7 } as const;

export interface AccountKey {
  readonly id: string;
  readonly name: string;
  /** Null: the Dashboard key, which has no text. */
  readonly lastFour: string | null;
  readonly dashboard: boolean;
  /** ISO timestamps. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** Of a rolled key: until when it is valid. */
  readonly expiresAt: string | null;
  /** When it became invalid. */
  readonly revokedAt: string | null;
}

export interface NewKey {
  readonly key: AccountKey;
  /** The whole key: returned only once, stored nowhere. */
  readonly text: string;
}
