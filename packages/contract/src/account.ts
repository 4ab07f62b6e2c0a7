/**
 * The private API between the dashboard's server and the service: a workspace's stored data and its account. No client
 * of `/v1` needs it, and nothing in `ACCOUNT` is ever charged for: what is bought has endpoints of its own (`BUY`).
 */
import { BUDGETS } from "./account-budgets";
import { CONNECTIONS } from "./account-connections";
import { CREDITS_PAGES } from "./account-credits";
import type { AccountEndpoint } from "./account-endpoint";
import { EXPLORE } from "./account-explore";
import { INBOX } from "./account-inbox";
import { KEYS } from "./account-keys";
import { PEOPLE, WORKSPACES } from "./account-people";
import { PURCHASES } from "./account-purchases";
import { QUOTE_ENDPOINTS } from "./account-quote";
import { SUMMARIES } from "./account-summaries";
import { WEBHOOKS } from "./account-webhooks";
import { SAVED } from "./saved";

export const ACCOUNT = {
  ...CREDITS_PAGES,
  ...QUOTE_ENDPOINTS,
  ...EXPLORE,
  ...PURCHASES,
  ...SUMMARIES,
  ...SAVED,
  ...INBOX,
  ...PEOPLE,
  ...WORKSPACES,
  ...KEYS,
  ...BUDGETS,
  ...WEBHOOKS,
  ...CONNECTIONS,
} as const satisfies Record<string, AccountEndpoint>;

/** Proves that a request comes from the dashboard's server: a secret derived from the shared one. */
export const ACCOUNT_SECRET_HEADER = "X-Dealflow-Account";
/** The secret has a purpose, so that it is valid for nothing else. */
export const ACCOUNT_SECRET_PURPOSE = "dealflow account";
