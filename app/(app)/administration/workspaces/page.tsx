import { ADMINISTRATION } from "@dealflow/contract/account/administration";
import type { Metadata } from "next";
import { WorkspacesPage } from "@/components/administration/workspaces-page";
import { listed, workspacesQuery } from "@/lib/queries/administration";
import { readAccountData } from "@/lib/server/pages/account-data";
import { AccountPage } from "../../account-page";
import { readSearch, type SearchParams } from "../read-search";

export const metadata: Metadata = { title: "Workspaces" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const search = await readSearch(searchParams);
  return (
    <AccountPage
      load={(client) =>
        client.fetchQuery({
          ...workspacesQuery(search),
          queryFn: () => readAccountData(ADMINISTRATION.findWorkspaces, { search: listed(search) }),
        })
      }
    >
      <WorkspacesPage search={search} />
    </AccountPage>
  );
}
