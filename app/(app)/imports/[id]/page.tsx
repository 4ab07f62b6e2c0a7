import { IMPORTS } from "@dealflow/contract/account/imports/imports";
import type { Metadata } from "next";
import { ImportFilePage } from "@/components/imports/import-file-page";
import { importFileQuery } from "@/lib/queries/imports";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Import" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({ ...importFileQuery(id), queryFn: () => readAccountData(IMPORTS.importFile, { id }) })
      }
      title="Import"
    >
      <ImportFilePage id={id} />
    </AccountPage>
  );
}
