/** One request to the account endpoints, through the dashboard's own server. They are free, and not on every host. */

import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { parseRetryAfter } from "@dealflow/client/response-headers";
import {
  type AccountEndpoint,
  type CallArguments,
  parseAccountResponse,
  type ResponseOf,
  serializeCall,
  violationMessage,
} from "@dealflow/contract/account/endpoint";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { fetchDashboard } from "./fetch-dashboard";

type AccountReply<T> = { readonly ok: true; readonly value: T } | AccountError;

export interface AccountError {
  readonly ok: false;
  /** 0: no response from the dashboard's server. */
  readonly status: number;
  readonly message: string;
  /** How long the service requires to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** It was done, but its response violates the schema. */
export function isUnread({ status }: AccountError): boolean {
  return status >= 200 && status < 300;
}

/** Never throws. */
export async function requestAccount<E extends AccountEndpoint>(
  endpoint: E,
  ...[call]: CallArguments<E>
): Promise<AccountReply<ResponseOf<E>>> {
  const { method, pathAndSearch, body } = serializeCall(endpoint, call);
  try {
    const response = await fetchDashboard(`${PAGE_ROUTE}${pathAndSearch}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json" } }),
    });
    const { status, headers, ok } = response;
    const json = parseJson(await response.text());
    const requestId = headers.get(REQUEST_ID_HEADER) ?? undefined;
    if (ok) {
      const parsed = parseAccountResponse(endpoint, json);
      return "value" in parsed
        ? { ok, value: parsed.value }
        : { ok: false, status, message: violationMessage(requestId) };
    }
    const message = readErrorResponse(json)?.message ?? violationMessage(requestId);
    return { ok, status, message, retryAfterMs: parseRetryAfter(headers.get(RETRY_AFTER_HEADER), Date.now()) };
  } catch {
    return { ok: false, status: 0, message: "The dashboard's server did not respond. Nothing was charged." };
  }
}

/** The field of a form that an error is about. Undefined: of all of it, or of none. Messages about an entry name its parameter, the first one named is meant. */
export function findRejectedField<Field extends string>(
  { status, message }: AccountError,
  fields: readonly Field[],
): Field | undefined {
  // Other refusals are of the act and not of what was typed.
  if (status !== 400 && status !== 409) return undefined;
  const words = message.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.map((word) => fields.find((field) => field === word)).find((field) => field !== undefined);
}
