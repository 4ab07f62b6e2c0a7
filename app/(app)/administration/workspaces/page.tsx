import type { Metadata } from "next";
import { WorkspacesPage } from "@/components/administration/workspaces-page";
import { workspacesQuery } from "@/lib/queries/administration";
import { AccountPage } from "../../account-page";
import { readSearch, type SearchParams } from "../read-search";

export const metadata: Metadata = { title: "Workspaces" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const search = await readSearch(searchParams);
  return (
    <AccountPage load={(client) => client.fetchQuery(workspacesQuery(search))}>
      <WorkspacesPage search={search} />
    </AccountPage>
  );
}
