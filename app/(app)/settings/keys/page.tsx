import { KEYS } from "@dealflow/contract/account/keys";
import type { Metadata } from "next";
import { KeysPage } from "@/components/settings/keys-page";
import { AccountPage, loadList } from "../../account-page";

export const metadata: Metadata = { title: "API keys" };

export default function Page() {
  return (
    <AccountPage load={(client) => loadList(client, KEYS.keys)}>
      <KeysPage />
    </AccountPage>
  );
}
