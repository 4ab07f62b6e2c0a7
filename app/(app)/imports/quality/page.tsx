import { IMPORTS } from "@dealflow/contract/account/imports/imports";
import type { Metadata } from "next";
import { QualityPage } from "@/components/imports/quality-page";
import { qualityQuery } from "@/lib/queries/imports";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Freshness and quality" };

export default function Page() {
  return (
    <AccountPage
      load={(client) => client.fetchQuery({ ...qualityQuery(), queryFn: () => readAccountData(IMPORTS.importQuality) })}
      title="Freshness and quality"
    >
      <QualityPage />
    </AccountPage>
  );
}
