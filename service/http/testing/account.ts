/** Requests to the account pages as the dashboard's server sends them: with the secret, and with a person's cookie. */

import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { accountFeedPath, CLIENT_ADDRESS_HEADER } from "@dealflow/contract/account/people";
import { deriveAccountSecret } from "@/lib/net/account-secret";
import { TEST_SECRET } from "./service";

export const ACCOUNT_SECRET = deriveAccountSecret(TEST_SECRET);

export interface AccountRequest {
  readonly cookie?: string | undefined;
  /** Replaces `:id`. */
  readonly id?: string;
  /** It includes the question mark. */
  readonly search?: string;
  readonly body?: unknown;
  /** The browser is at this address. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function requestAccount(
  { url }: { readonly url: string },
  { method, path }: AccountEndpoint,
  { cookie, id = "", search = "", body, address, headers = {}, signal }: AccountRequest = {},
): Promise<Response> {
  return fetch(`${url}${path.replace(":id", id)}${search}`, {
    method,
    headers: {
      [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** @param path the public interface's, with its query */
export function requestAccountFeed(
  { url }: { readonly url: string },
  path: string,
  cookie: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}${accountFeedPath(path)}`, {
    headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET, Cookie: cookie, ...headers },
  });
}
