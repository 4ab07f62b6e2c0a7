import { KEYS } from "@dealflow/contract/account/keys";
import { WORKSPACES } from "@dealflow/contract/account/people";
import type { Metadata } from "next";
import { MembersPage } from "@/components/settings/members-page";
import { accountListQuery } from "@/lib/queries/account";
import { requireIdentity } from "@/lib/server/pages/identity";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Members" };

export default async function Page() {
  const owner = (await requireIdentity())?.workspace.role === "owner";
  return (
    <AccountPage
      load={(client) =>
        Promise.all([
          client.fetchInfiniteQuery(accountListQuery(WORKSPACES.members)),
          client.fetchInfiniteQuery(accountListQuery(KEYS.keys)),
          // Members may not see invitations.
          owner && client.fetchInfiniteQuery(accountListQuery(WORKSPACES.invitations)),
        ])
      }
    >
      <MembersPage />
    </AccountPage>
  );
}
