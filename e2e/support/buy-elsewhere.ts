/** Buys for the workspace of a test like a colleague, or another browser. */

import { ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { accountFeedPath } from "@dealflow/contract/account/people";
import { expect } from "@playwright/test";
import { deriveAccountSecret } from "@/lib/net/account-secret";
import type { TestDashboard } from "./stack/dashboard";
import type { Stack } from "./stack/stack";

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
  const { name, value } = account.cookie;
  const response = await fetch(`${service.url}${accountFeedPath(path)}`, {
    headers: { [ACCOUNT_SECRET_HEADER]: deriveAccountSecret(secret), Cookie: `${name}=${value}` },
  });
  expect(response.status).toBe(200);
  const { data }: { data: Bought[] } = await response.json();
  return data;
}
