/**
 * The private API connects the dashboard's server with the service: it serves a workspace's stored data and its
 * account. No client of `/v1` needs it, and nothing here is ever charged for.
 */
import { BUDGETS } from "./budgets";
import { CONNECTIONS } from "./connections";
import { CREDITS_PAGES } from "./credits";
import type { AccountEndpoint } from "./endpoint";
import { EXPLORE } from "./explore";
import { INBOX } from "./inbox";
import { KEYS } from "./keys";
import { PEOPLE, WORKSPACES } from "./people";
import { PURCHASES } from "./purchases";
import { QUOTE_ENDPOINTS } from "./quote";
import { SAVED } from "./saved";
import { SUMMARIES } from "./summaries";
import { WEBHOOKS } from "./webhooks";

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

/** A person's feed request (`accountFeedPath`) carries the address of its page, for the ledger. */
export const VIEW_HEADER = "X-Dealflow-View";
/** The address has at most this many characters. */
export const VIEW_LENGTH = 500;
