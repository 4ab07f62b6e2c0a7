import type { Metadata } from "next";
import { ImportFilePage } from "@/components/imports/import-file-page";
import { importFileQuery } from "@/lib/queries/imports";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Import" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <AccountPage load={(client) => client.fetchQuery(importFileQuery(id))} title="Import">
      <ImportFilePage id={id} />
    </AccountPage>
  );
}
