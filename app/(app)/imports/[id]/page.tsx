import { IMPORTS } from "@dealflow/contract/account/imports";
import type { Metadata } from "next";
import { ImportFilePage } from "@/components/imports/import-file-page";
import { Page as PageFrame } from "@/components/shell/page";
import { importFileQuery } from "@/lib/queries/imports";
import { readAccountData } from "@/lib/server/pages/account-data";
import { shellState } from "@/lib/server/pages/shell-state";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Import" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { demo }] = await Promise.all([params, shellState()]);
  const note = demo ? "Demo data" : undefined;
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({ ...importFileQuery(id), queryFn: () => readAccountData(IMPORTS.importFile, { id }) })
      }
      frame={(problem) => (
        <PageFrame title="Import" note={note}>
          {problem}
        </PageFrame>
      )}
    >
      <ImportFilePage id={id} note={note} />
    </AccountPage>
  );
}
