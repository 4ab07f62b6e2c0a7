import { CONNECTIONS } from "@dealflow/contract/account/connections";
import { MCP_PATH } from "@dealflow/contract/oauth";
import type { Metadata } from "next";
import { ConnectionsPage } from "@/components/settings/connections/connections-page";
import { accountListQuery } from "@/lib/queries/account";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { AccountPage } from "../../account-page";

export const metadata: Metadata = { title: "MCP connections" };

export default function Page() {
  return (
    <AccountPage load={(client) => client.fetchInfiniteQuery(accountListQuery(CONNECTIONS.connections))}>
      <ConnectionsPage address={`${getDashboardContext().settings.apiUrl}${MCP_PATH}`} />
    </AccountPage>
  );
}
