import { KEYS } from "@dealflow/contract/account/keys";
import type { Metadata } from "next";
import { KeysPage } from "@/components/settings/keys-page";
import { accountListQuery } from "@/lib/queries/account";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "API keys" };

export default function Page() {
  return (
    <AccountPage load={(client) => client.fetchInfiniteQuery(accountListQuery(KEYS.keys))}>
      <KeysPage />
    </AccountPage>
  );
}
