/** API keys of a workspace, for its owners and members: made, rolled, revoked. */
export const KEYS = {
  /** → `ListPage<AccountKey>`, those that work first, the newest first. */
  keys: { method: "GET", path: "/account/v1/keys" },
  /** `{name}` → 201 `NewKey` */
  addKey: { method: "POST", path: "/account/v1/keys", owner: true },
  /** `{days}` → 201 `NewKey` under the same name; the old one works for so many days more. */
  rollKey: { method: "POST", path: "/account/v1/keys/:id/roll", owner: true },
  /** → 204; within a second no process accepts it. */
  revokeKey: { method: "DELETE", path: "/account/v1/keys/:id", owner: true },
  /** → 201 `AccountKey`: a new Dashboard key, when there is none that works. */
  restoreDashboardKey: { method: "POST", path: "/account/v1/keys/dashboard", owner: true },
} as const;

/** The name of the key that stands for the dashboard's own requests; no text of it exists. */
export const DASHBOARD_KEY = "Dashboard";
/** `perWorkspace`: that work; `aDay`: made, rolled ones too. */
export const KEY_LIMITS = { name: 80, perWorkspace: 50, aDay: 100, rollDays: 7 } as const;

export interface AccountKey {
  readonly id: string;
  readonly name: string;
  /** Null: the Dashboard key, which has no text. */
  readonly lastFour: string | null;
  readonly dashboard: boolean;
  /** ISO timestamps. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** It was rolled: until when it works. */
  readonly expiresAt: string | null;
  /** When it ceased to work. */
  readonly revokedAt: string | null;
}

export interface NewKey {
  readonly key: AccountKey;
  /** The whole key: told this once, stored nowhere. */
  readonly text: string;
}
