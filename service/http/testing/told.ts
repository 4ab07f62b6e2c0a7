/** An answer of the account pages that has the expected status, read; of a refusal its sentence. */
import { expect } from "vitest";
import type { AccountEndpoint } from "@/lib/contract/account";
import { type AccountAsked, askAccount } from "./account";

/** @param at where it is asked */
export async function told<T>(
  at: { readonly url: string },
  endpoint: AccountEndpoint,
  asked: AccountAsked,
  status = 200,
): Promise<T> {
  const response = await askAccount(at, endpoint, asked);
  const text = await response.text();
  expect(response.status, text).toBe(status);
  const body: T = JSON.parse(text || "null");
  return body;
}

export async function refused(
  at: { readonly url: string },
  endpoint: AccountEndpoint,
  asked: AccountAsked,
  status: number,
): Promise<string> {
  return (await told<{ error: { message: string } }>(at, endpoint, asked, status)).error.message;
}
