import { MCP_PATH } from "@dealflow/contract/oauth";
import type { Metadata } from "next";
import { ConnectionsPage } from "@/components/settings/connections/connections-page";
import { workspaceConnections } from "@/lib/server/settings-pages";
import { shellState } from "@/lib/server/shell-state";

export const metadata: Metadata = { title: "MCP connections" };

export default async function Page() {
  const [connections, { demo, host }] = await Promise.all([workspaceConnections(), shellState()]);
  return (
    <ConnectionsPage
      initialConnections={connections}
      address={`${host.apiUrl}${MCP_PATH}`}
      note={demo ? "Demo data" : undefined}
    />
  );
}
