import type { Metadata } from "next";
import { InstallationPage } from "@/components/administration/installation-page";
import { installationQuery } from "@/lib/queries/administration";
import { AccountPage } from "../account-page";

export const metadata: Metadata = { title: "Administration" };

export default function Page() {
  return (
    <AccountPage load={(client) => client.fetchQuery(installationQuery())}>
      <InstallationPage />
    </AccountPage>
  );
}
