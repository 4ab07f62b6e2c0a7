import { ADMINISTRATION } from "@dealflow/contract/account/administration";
import type { Metadata } from "next";
import { WorkspacesPage } from "@/components/administration/workspaces-page";
import { listed, workspacesQuery } from "@/lib/queries/administration";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "Workspaces" };

export default async function Page({ searchParams }: { searchParams: Promise<{ search?: string | string[] }> }) {
  const { search } = await searchParams;
  const text = typeof search === "string" ? search.trim() : "";
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({
          ...workspacesQuery(text),
          queryFn: () => readAccountData(ADMINISTRATION.findWorkspaces, { search: listed(text) }),
        })
      }
    >
      <WorkspacesPage search={text} />
    </AccountPage>
  );
}
