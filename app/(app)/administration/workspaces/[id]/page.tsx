import { ADMINISTRATION } from "@dealflow/contract/account/administration";
import type { Metadata } from "next";
import { WorkspacePage } from "@/components/administration/workspace-page";
import { workspaceQuery } from "@/lib/queries/administration";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../../account-page";

export const metadata: Metadata = { title: "Workspace" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({
          ...workspaceQuery(id),
          queryFn: () => readAccountData(ADMINISTRATION.workspaceDetails, { id }),
        })
      }
    >
      <WorkspacePage id={id} />
    </AccountPage>
  );
}
