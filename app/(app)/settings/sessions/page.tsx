import { PEOPLE } from "@dealflow/contract/account/people";
import type { Metadata } from "next";
import { SessionsPage } from "@/components/settings/sessions-page";
import { accountListQuery } from "@/lib/queries/account";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Sessions" };

export default function Page() {
  return (
    <AccountPage load={(client) => client.fetchInfiniteQuery(accountListQuery(PEOPLE.sessions))}>
      <SessionsPage />
    </AccountPage>
  );
}
