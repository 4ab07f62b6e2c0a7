import type { Metadata } from "next";
import { ImportsPage } from "@/components/imports/imports-page";
import { importsQuery } from "@/lib/queries/imports";
import { AccountPage } from "../account-page";

export const metadata: Metadata = { title: "Imports" };

export default function Page() {
  return (
    <AccountPage load={(client) => client.fetchQuery(importsQuery())} title="Imports">
      <ImportsPage />
    </AccountPage>
  );
}
