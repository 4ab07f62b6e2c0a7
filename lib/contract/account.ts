/**
 * The private API between the dashboard's server and the service: a workspace's stored data and its account. No client
 * of `/v1` needs it, and nothing here is ever charged for.
 */
import { BUDGETS } from "./account-budgets";
import { CREDITS_PAGES } from "./account-credits";
import { KEYS } from "./account-keys";
import { PEOPLE, WORKSPACES } from "./account-people";
import { QUOTE_ENDPOINTS } from "./account-quote";
import { SAVED } from "./saved";

export interface AccountEndpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `:id` stands for one segment of the path. */
  readonly path: string;
  /** A download: streamed through, however long that takes. */
  readonly file?: true;
  /** Needs no session. */
  readonly open?: true;
  /** Only for owners of the workspace. */
  readonly owner?: true;
  /** Only for operators of the installation. */
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

/** Proves that a request comes from the dashboard's server: a secret derived from the shared one. */
export const ACCOUNT_SECRET_HEADER = "X-Dealflow-Account";
/** Purpose of that secret, so that it is valid for nothing else. */
export const ACCOUNT_SECRET_PURPOSE = "dealflow account";

/** Sent with a person's feed request (`accountFeedPath`): the address of the page that it is for, for the ledger. */
export const VIEW_HEADER = "X-Dealflow-View";
/** Maximum length of that address. */
export const VIEW_LENGTH = 500;
/**
 * On a person's feed responses, and on those of the dashboard's server to its pages: which of two balances is the newer.
 * From our own service it is the sequence of the ledger entry that left the balance.
 */
export const BALANCE_SEQUENCE_HEADER = "X-Dealflow-Balance-Sequence";

/** The workspace that the dashboard works for. */
export interface AccountWorkspace {
  readonly id: string;
  readonly name: string;
  /** Credits that are left, and the sequence of the ledger entry that left them: the higher is the newer. */
  readonly balance: number;
  readonly sequence: number;
}
