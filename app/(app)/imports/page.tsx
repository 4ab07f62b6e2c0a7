import { IMPORTS } from "@dealflow/contract/account/imports/imports";
import type { Metadata } from "next";
import { ImportsPage } from "@/components/imports/imports-page";
import { importsQuery } from "@/lib/queries/imports";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../account-page";

export const metadata: Metadata = { title: "Imports" };

export default function Page() {
  return (
    <AccountPage
      load={(client) => client.fetchQuery({ ...importsQuery(), queryFn: () => readAccountData(IMPORTS.imports) })}
      title="Imports"
    >
      <ImportsPage />
    </AccountPage>
  );
}
