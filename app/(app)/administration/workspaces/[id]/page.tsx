import type { Metadata } from "next";
import { WorkspacePage } from "@/components/administration/workspace-page";
import { workspaceQuery } from "@/lib/queries/administration";
import { AccountPage } from "../../../account-page";

export const metadata: Metadata = { title: "Workspace" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <AccountPage load={(client) => client.fetchQuery(workspaceQuery(id))}>
      <WorkspacePage id={id} />
    </AccountPage>
  );
}
