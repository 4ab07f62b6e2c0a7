import { KEYS } from "@dealflow/contract/account/keys";
import { WORKSPACES } from "@dealflow/contract/account/people";
import type { Metadata } from "next";
import { MembersPage } from "@/components/settings/members-page";
import { requireIdentity } from "@/lib/server/pages/identity";
import { AccountPage, loadList } from "../../account-page";

export const metadata: Metadata = { title: "Members" };

export default async function Page() {
  const owner = (await requireIdentity())?.workspace.role === "owner";
  return (
    <AccountPage
      load={(client) =>
        Promise.all([
          loadList(client, WORKSPACES.members),
          loadList(client, KEYS.keys),
          // Members may not see invitations.
          owner && loadList(client, WORKSPACES.invitations),
        ])
      }
    >
      <MembersPage />
    </AccountPage>
  );
}
