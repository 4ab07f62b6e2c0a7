import type { Metadata } from "next";
import { QualityPage } from "@/components/imports/quality-page";
import { qualityQuery } from "@/lib/queries/imports";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Freshness and quality" };

export default function Page() {
  return (
    <AccountPage load={(client) => client.fetchQuery(qualityQuery())} title="Freshness and quality">
      <QualityPage />
    </AccountPage>
  );
}
