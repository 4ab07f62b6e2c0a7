/** Buys for the workspace of a test like a colleague, or another browser. */
import { createHmac } from "node:crypto";
import { ACCOUNT_SECRET_HEADER, ACCOUNT_SECRET_PURPOSE } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { expect } from "@playwright/test";
import type { TestDashboard } from "./dashboard";
import type { Stack } from "./stack";

export interface Bought {
  readonly id: string;
  readonly announcedAt: string;
  readonly company: { readonly hqCountry: { readonly code: string } | null } | null;
}

/** @param path path and query of the interface */
export async function buyElsewhere(
  { secret, service }: Stack,
  { account }: TestDashboard,
  path: string,
): Promise<Bought[]> {
  const key = createHmac("sha256", secret).update(ACCOUNT_SECRET_PURPOSE).digest("base64url");
  const { name, value } = account.cookie;
  const response = await fetch(`${service.url}${accountFeedPath(path)}`, {
    headers: { [ACCOUNT_SECRET_HEADER]: key, Cookie: `${name}=${value}` },
  });
  expect(response.status).toBe(200);
  const { data }: { data: Bought[] } = await response.json();
  return data;
}
