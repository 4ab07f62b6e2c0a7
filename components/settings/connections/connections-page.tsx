"use client";
/** Lists the apps that are connected to the open workspace over MCP, with their scopes, allowances and usage. */

import { CONNECTIONS, type McpConnection } from "@dealflow/contract/account/connections";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  actionsColumn,
  column,
  numberColumn,
  type SimpleColumn,
  SimpleTable,
} from "@/components/data-table/simple-table";
import { Section } from "@/components/shell/section";
import { usedColumn, When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { closeToNeighbour } from "@/components/ui/focus";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { StateMark } from "@/components/ui/marks/state-mark";
import { useIdentity } from "@/lib/client/host";
import { ALLOWANCE_RULE, parseAllowance } from "@/lib/format/allowance";
import { count, formatCount } from "@/lib/format/counts";
import { accountListQuery } from "@/lib/queries/account";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { ShowMore } from "../show-more";
import { ClientSetup } from "./client-setup";
import { ConnectionUse } from "./connection-use";

/** `address` is that of the MCP endpoint. */
export function ConnectionsPage({ address }: { address: string }) {
  const { name, role } = useIdentity().workspace;
  const query = useSuspenseInfiniteQuery(accountListQuery(CONNECTIONS.connections));
  const [chosen, setChosen] = useState<string>();
  const [open, setOpen] = useState<{ readonly what: "allowance" | "revoke"; readonly connection: McpConnection }>();
  const close = () => setOpen(undefined);
  const revoke = useAccountMutation(CONNECTIONS.revokeConnection, {
    invalidates: [CONNECTIONS.connections, CONNECTIONS.connection],
    onSuccess: () => closeToNeighbour(close),
  });
  const why = useId();
  const owner = role === "owner";
  const active = query.data.filter(({ revokedAt }) => revokedAt === null);
  const shown = query.data.find(({ id }) => id === chosen) ?? query.data[0];
  return (
    <>
      <Section
        title="MCP connections"
        aside={formatCount(active.length, "connection")}
        words={
          <>
            Connect an assistant to {name} with this address. It asks for your approval in the browser, and then uses up
            to its daily limit of this workspace's credits.{" "}
            {!owner && <span id={why}>Only owners can change other people's connections.</span>}
          </>
        }
      >
        <ClientSetup address={address} />
        <SimpleTable
          caption="MCP connections"
          stacked="panel"
          empty="No app is connected."
          rows={query.data}
          rowId={({ id }) => id}
          columns={connectionColumns({
            why,
            owner,
            onShow: ({ id }) => setChosen(id),
            onChange: (connection) => setOpen({ what: "allowance", connection }),
            onRevoke: (connection) => setOpen({ what: "revoke", connection }),
          })}
        />
        <ShowMore of={query} what="connections" />
      </Section>
      {shown !== undefined && <ConnectionUse key={shown.id} of={shown} />}
      {open?.what === "allowance" && <AllowanceDialog of={open.connection} onClose={close} />}
      {open?.what === "revoke" && (
        <ActionDialog
          title={`Revoke ${open.connection.clientName}?`}
          description="It stops working within a second. To use it again, connect it again in the app."
          action="Revoke connection"
          status={revoke}
          onAction={() => revoke.mutate({ id: open.connection.id })}
          onClose={close}
        />
      )}
    </>
  );
}

function AllowanceDialog({ of, onClose }: { of: McpConnection; onClose: () => void }) {
  const [text, setText] = useState(String(of.dailyAllowance));
  const change = useAccountMutation(CONNECTIONS.changeConnection, {
    invalidates: [CONNECTIONS.connections, CONNECTIONS.connection],
    onSuccess: onClose,
  });
  const dailyAllowance = parseAllowance(text);
  return (
    <FormDialog
      title={`Daily limit of ${of.clientName}`}
      submit="Save"
      status={change}
      disabled={dailyAllowance === undefined}
      onSubmit={() => dailyAllowance !== undefined && change.mutate({ id: of.id, body: { dailyAllowance } })}
      onClose={onClose}
    >
      <LabelledField
        label="Credits a day"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={text}
        hint={`Days are those of UTC; ${count(of.usedToday)} used today. 0 pauses the connection.`}
        problem={dailyAllowance === undefined ? ALLOWANCE_RULE : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}

interface ColumnOptions {
  /** The element with this id tells why a member may not change other people's connections. */
  why: string;
  owner: boolean;
  onShow: (connection: McpConnection) => void;
  onChange: (connection: McpConnection) => void;
  onRevoke: (connection: McpConnection) => void;
}

function connectionColumns({
  why,
  owner,
  onShow,
  onChange,
  onRevoke,
}: ColumnOptions): readonly SimpleColumn<McpConnection>[] {
  return [
    column("client", "Client", { className: "panel:w-1/3 panel:max-w-0 truncate" }, (row) => (
      <>
        <Button variant="link" aria-label={`Show ${row.clientName}`} title={row.clientName} onClick={() => onShow(row)}>
          {row.clientName}
        </Button>{" "}
        {row.clientHost !== row.clientName && (
          <span className="font-regular text-12 text-text-2">{row.clientHost}</span>
        )}
      </>
    )),
    column("person", "Approved by", { prefix: "by", className: "panel:w-1/5 panel:max-w-0 truncate" }, (row) => (
      <span title={row.person}>{row.person}</span>
    )),
    numberColumn(
      "today",
      "Today",
      ({ usedToday, dailyAllowance }) => `${count(usedToday)} of ${count(dailyAllowance)}`,
      "today",
    ),
    numberColumn("used", "In total", ({ used }) => count(used), "in total"),
    usedColumn("used"),
    column("state", "State", {}, (row) =>
      row.revokedAt === null ? (
        <StateMark kind="ok">Active</StateMark>
      ) : (
        <StateMark kind="ended">
          Ended <When at={row.revokedAt} />
        </StateMark>
      ),
    ),
    actionsColumn((connection) => {
      const locked = owner || connection.own ? {} : { disabled: true, "aria-describedby": why };
      return (
        connection.revokedAt === null && (
          <>
            <Button
              variant="quiet"
              aria-label={`Change limit of ${connection.clientName}`}
              {...locked}
              onClick={() => onChange(connection)}
            >
              Change limit
            </Button>
            <Button
              variant="quiet"
              aria-label={`Revoke ${connection.clientName}`}
              {...locked}
              onClick={() => onRevoke(connection)}
            >
              Revoke
            </Button>
          </>
        )
      );
    }),
  ];
}
