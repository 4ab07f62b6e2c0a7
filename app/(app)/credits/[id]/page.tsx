import { CREDITS_PAGES } from "@dealflow/contract/account/spending/credits";
import type { Metadata } from "next";
import { ChargePage } from "@/components/credits/ledger/charge-page";
import { chargeQuery } from "@/lib/queries/credits";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Charge" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({ ...chargeQuery(id), queryFn: () => readAccountData(CREDITS_PAGES.charge, { id }) })
      }
      title="Charge"
    >
      <ChargePage id={id} />
    </AccountPage>
  );
}
