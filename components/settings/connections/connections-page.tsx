"use client";
import { CONNECTIONS, type McpConnection } from "@dealflow/contract/account-connections";
import type { ListPage } from "@dealflow/contract/account-lists";
/** Apps that are connected over MCP to the open workspace: what each may read and use, and what it used. */
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { formatCount } from "@/lib/format/counts";
import { useAccountList } from "@/lib/queries/account";
import { connectionQuery } from "@/lib/queries/connections";
import { requestError } from "../account-error";
import { ConfirmDialog } from "../confirm-dialog";
import { Section, SettingsPage, Unread } from "../settings-page";
import { ShowMore } from "../show-more";
import { AllowanceDialog } from "./allowance-dialog";
import { ClientSetup } from "./client-setup";
import { connectionColumns } from "./connection-columns";
import { ConnectionUse } from "./connection-use";

interface Props {
  initialConnections: ListPage<McpConnection> | string;
  /** Of the MCP endpoint. */
  address: string;
  note: string | undefined;
}

interface Open {
  readonly what: "allowance" | "revoke";
  readonly connection: McpConnection;
}

export function ConnectionsPage({ initialConnections, address, note }: Props) {
  const paged = useAccountList(initialConnections, CONNECTIONS.connections);
  const { items: connections } = paged;
  const [chosen, setChosen] = useState<string>();
  const [open, setOpen] = useState<Open>();
  const client = useQueryClient();
  const why = useId();
  const close = () => setOpen(undefined);

  async function refetch(): Promise<void> {
    await paged.refetch();
    if (open !== undefined) await client.invalidateQueries({ queryKey: connectionQuery(open.connection.id).queryKey });
  }

  return (
    <SettingsPage note={note}>
      {({ workspace: { name, role } }) => {
        if (typeof connections === "string") return <Unread problem={connections} />;
        const active = connections.filter(({ revokedAt }) => revokedAt === null);
        const shown = connections.find(({ id }) => id === chosen) ?? connections[0];
        return (
          <>
            <Section
              title="MCP connections"
              aside={formatCount(active.length, "connection")}
              words={
                <>
                  Connect an assistant to {name} with this address. It asks for your approval in the browser, and then
                  uses up to its daily limit of this workspace's credits.{" "}
                  {role !== "owner" && <span id={why}>Only owners can change other people's connections.</span>}
                </>
              }
            >
              <ClientSetup address={address} />
              <SimpleTable
                caption="MCP connections"
                stacked="panel"
                empty="No app is connected."
                rows={connections}
                rowId={({ id }) => id}
                columns={connectionColumns({
                  why,
                  owner: role === "owner",
                  onShow: ({ id }) => setChosen(id),
                  onChange: (connection) => setOpen({ what: "allowance", connection }),
                  onRevoke: (connection) => setOpen({ what: "revoke", connection }),
                })}
              />
              <ShowMore of={paged} what="connections" />
            </Section>
            {shown !== undefined && <ConnectionUse key={shown.id} of={shown} />}
            {open?.what === "allowance" && <AllowanceDialog of={open.connection} onChanged={refetch} onClose={close} />}
            {open?.what === "revoke" && (
              <ConfirmDialog
                title={`Revoke ${open.connection.clientName}?`}
                action="Revoke connection"
                onConfirm={async () => {
                  const error = await requestError(CONNECTIONS.revokeConnection, { id: open.connection.id });
                  if (error === undefined) await refetch();
                  return error;
                }}
                onClose={close}
              >
                It stops working within a second. To use it again, connect it again in the app.
              </ConfirmDialog>
            )}
          </>
        );
      }}
    </SettingsPage>
  );
}
