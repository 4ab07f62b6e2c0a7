/**
 * The private interface between the dashboard's server and the service behind it: what the dashboard keeps and asks
 * about a workspace. No client of `/v1` needs it, and nothing here is ever charged for.
 */
import { BUDGETS } from "./account-budgets";
import { CREDITS_PAGES } from "./account-credits";
import { KEYS } from "./account-keys";
import { PEOPLE, WORKSPACES } from "./account-people";
import { QUOTE_ENDPOINTS } from "./account-quote";
import { SAVED } from "./saved";

export interface AccountEndpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `:id` stands for one part of the path. */
  readonly path: string;
  /** A file to keep: passed on as it comes, however long that takes. */
  readonly file?: true;
  /** It answers without a session. */
  readonly open?: true;
  /** It answers to owners of the workspace alone. */
  readonly owner?: true;
  /** It answers to those alone who see to the installation. */
  readonly operator?: true;
}

export const ACCOUNT = {
  workspace: { method: "GET", path: "/account/v1/workspace" },
  ...CREDITS_PAGES,
  ...QUOTE_ENDPOINTS,
  ...SAVED,
  ...PEOPLE,
  ...WORKSPACES,
  ...KEYS,
  ...BUDGETS,
} as const satisfies Record<string, AccountEndpoint>;

/** Proves that a request comes from the dashboard's server: a secret that both make of the one that they share. */
export const ACCOUNT_SECRET_HEADER = "X-Dealflow-Account";
/** What that secret is made for, so that it opens nothing else. */
export const ACCOUNT_SECRET_PURPOSE = "dealflow account";

/** Said with a person's request of a feed (`accountFeedPath`): the address of the page that it is made for, for the ledger. */
export const VIEW_HEADER = "X-Dealflow-View";
/** Longest such address. */
export const VIEW_LENGTH = 500;

/** The workspace that the dashboard works for. */
export interface AccountWorkspace {
  readonly id: string;
  readonly name: string;
  /** Credits that are left. */
  readonly balance: number;
}
