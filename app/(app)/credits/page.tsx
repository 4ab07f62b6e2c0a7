import { BUDGETS } from "@dealflow/contract/account/spending/budgets";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CreditsPage } from "@/components/credits/credits-page";
import { accountQuery } from "@/lib/queries/account";
import { getQueryClient } from "@/lib/queries/client";
import { ledgerQuery } from "@/lib/queries/credits";
import { loadCreditsPage } from "@/lib/server/pages/credits-page";
import { AccountPage } from "../account-page";

export const metadata: Metadata = { title: "Credits" };

export default async function Page() {
  const state = await loadCreditsPage();
  const { account, local } = state;
  if (local !== undefined) {
    const client = getQueryClient();
    client.setQueryData(accountQuery(BUDGETS.budgets).queryKey, local.budgets);
    return (
      <HydrationBoundary state={dehydrate(client)}>
        <CreditsPage state={state} />
      </HydrationBoundary>
    );
  }
  return (
    <AccountPage
      load={async (client) => {
        if (typeof account === "object")
          client.setQueryData(ledgerQuery().queryKey, { pages: [account.ledger], pageParams: [null] });
        await client.fetchQuery(accountQuery(BUDGETS.budgets));
      }}
      title="Credits"
    >
      <CreditsPage state={state} />
    </AccountPage>
  );
}
