/** One request to the account endpoints, through the dashboard's own server. They are free, and not on every host. */

import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { parseRetryAfter } from "@dealflow/client/response-headers";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import type { AccountEndpoint } from "@/lib/contract/account";
import { fetchDashboard } from "./fetch-dashboard";

export type AccountReply = { readonly ok: true; readonly json: unknown } | AccountError;

export interface AccountError {
  readonly ok: false;
  /** 0: no response from the dashboard's server. */
  readonly status: number;
  readonly message: string;
  /** How long the service requires to wait. */
  readonly retryAfterMs?: number | undefined;
}

interface Question {
  /** In place of `:id` in the path. */
  readonly id?: string;
  readonly search?: URLSearchParams;
  readonly body?: unknown;
}

/** Never throws. */
export async function requestAccount(endpoint: AccountEndpoint, question: Question = {}): Promise<AccountReply> {
  const { id = "", search, body } = question;
  const path = endpoint.path.replace(":id", encodeURIComponent(id));
  const query = search === undefined ? "" : `?${search}`;
  try {
    const response = await fetchDashboard(`${PAGE_ROUTE}${path}${query}`, {
      method: endpoint.method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const json = parseJson(await response.text());
    if (response.ok) return { ok: true, json };
    const message = readErrorResponse(json)?.message ?? "The answer could not be read.";
    const wait = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
    return { ok: false, status: response.status, message, retryAfterMs: wait };
  } catch {
    return { ok: false, status: 0, message: "The dashboard's server did not answer. Nothing was charged." };
  }
}

/** The field of a form that an error is about. Undefined: of all of it, or of none. Messages about an entry name its parameter, the first one named is meant. */
export function findRejectedField<Field extends string>(
  { status, message }: AccountError,
  fields: readonly Field[],
): Field | undefined {
  // Other refusals are of the act and not of what was typed.
  if (status !== 400 && status !== 409) return undefined;
  const words =
    message
      .toLowerCase()
      .replaceAll("e-mail", "email")
      .match(/[a-z]+/g) ?? [];
  return words.map((word) => fields.find((field) => field === word)).find((field) => field !== undefined);
}
