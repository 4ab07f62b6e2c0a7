/** A response of the account pages that has the expected status and schema, read; of a rejection its sentence. */

import { type AccountEndpoint, parseAccountResponse } from "@dealflow/contract/account/endpoint";
import { expect } from "vitest";
import { type AccountRequest, requestAccount } from "./account";

/** @param at the service */
export async function expectResponse<T>(
  at: { readonly url: string },
  endpoint: AccountEndpoint,
  request: AccountRequest,
  status = 200,
): Promise<T> {
  const response = await requestAccount(at, endpoint, request);
  const text = await response.text();
  expect(response.status, text).toBe(status);
  const body: T = JSON.parse(text || "null");
  if (response.ok) expect(parseAccountResponse(endpoint, body)).toHaveProperty("value");
  return body;
}

export async function expectErrorMessage(
  at: { readonly url: string },
  endpoint: AccountEndpoint,
  request: AccountRequest,
  status: number,
): Promise<string> {
  return (await expectResponse<{ error: { message: string } }>(at, endpoint, request, status)).error.message;
}
