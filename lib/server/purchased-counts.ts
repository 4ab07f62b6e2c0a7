/** How many records the workspace has purchased, for a page that shows them. */
import "server-only";
import { ACCOUNT } from "@/lib/contract/account";
import { requestAccount } from "./account";
import { getDashboardContext } from "./dashboard-context";
import { currentCaller } from "./identity";

/** By feed; undefined when the service does not say. */
export async function loadPurchasedCounts(): Promise<Readonly<Record<string, number>> | undefined> {
  const result = await requestAccount(getDashboardContext(), await currentCaller(), ACCOUNT.purchasedCounts);
  return "value" in result ? result.value.counts : undefined;
}
