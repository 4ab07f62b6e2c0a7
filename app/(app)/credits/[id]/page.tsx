import type { Metadata } from "next";
import { ChargePage } from "@/components/credits/ledger/charge-page";
import { chargeQuery } from "@/lib/queries/credits";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Charge" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <AccountPage load={(client) => client.fetchQuery(chargeQuery(id))} title="Charge">
      <ChargePage id={id} />
    </AccountPage>
  );
}
