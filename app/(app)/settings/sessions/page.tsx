import { PEOPLE } from "@dealflow/contract/account/people";
import type { Metadata } from "next";
import { SessionsPage } from "@/components/settings/sessions-page";
import { AccountPage, loadList } from "../../account-page";

export const metadata: Metadata = { title: "Sessions" };

export default function Page() {
  return (
    <AccountPage load={(client) => loadList(client, PEOPLE.sessions)}>
      <SessionsPage />
    </AccountPage>
  );
}
