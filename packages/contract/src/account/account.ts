/**
 * Defines the private API between the dashboard's server and the service: a workspace's stored data and its account. No
 * client of `/v1` needs it, and no request of `ACCOUNT` is charged for: what is bought has its own endpoints (`BUY`).
 * A bulk purchase that was started is charged for as it goes.
 */
import { ADMINISTRATION } from "./administration";
import { CONNECTIONS } from "./connections";
import { DUPLICATES } from "./duplicates";
import type { AccountEndpoint } from "./endpoint";
import { EXPLORE } from "./explore";
import { IMPORTS } from "./imports/imports";
import { INBOX } from "./inbox";
import { KEYS } from "./keys";
import { PEOPLE, WORKSPACES } from "./people";
import { RECORD_REPORTS } from "./record-reports";
import { SAVED } from "./saved";
import { BUDGETS } from "./spending/budgets";
import { BULK_PURCHASES } from "./spending/bulk-purchases";
import { CREDITS_PAGES } from "./spending/credits";
import { PURCHASES } from "./spending/purchases";
import { QUOTE_ENDPOINTS } from "./spending/quote";
import { SUMMARIES } from "./summaries";
import { WEBHOOKS } from "./webhooks";

export const ACCOUNT = {
  ...CREDITS_PAGES,
  ...QUOTE_ENDPOINTS,
  ...EXPLORE,
  ...PURCHASES,
  ...BULK_PURCHASES,
  ...RECORD_REPORTS,
  ...SUMMARIES,
  ...SAVED,
  ...IMPORTS,
  ...DUPLICATES,
  ...INBOX,
  ...PEOPLE,
  ...WORKSPACES,
  ...KEYS,
  ...BUDGETS,
  ...WEBHOOKS,
  ...CONNECTIONS,
  ...ADMINISTRATION,
} as const satisfies Record<string, AccountEndpoint>;

/** Proves that a request comes from the dashboard's server: a secret derived from the shared one. */
export const ACCOUNT_SECRET_HEADER = "X-Dealflow-Account";
