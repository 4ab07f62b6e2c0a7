"use client";

import type { McpConnection } from "@dealflow/contract/account/connections";
import { actionsColumn, type SimpleColumn } from "@/components/data-table/simple-table";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/marks/state-mark";
import { count } from "@/lib/format/counts";

interface Options {
  /** The element with this id tells why a member may not change other people's connections. */
  why: string;
  owner: boolean;
  onShow: (connection: McpConnection) => void;
  onChange: (connection: McpConnection) => void;
  onRevoke: (connection: McpConnection) => void;
}

export function connectionColumns({
  why,
  owner,
  onShow,
  onChange,
  onRevoke,
}: Options): readonly SimpleColumn<McpConnection>[] {
  return [
    {
      id: "client",
      header: "Client",
      meta: { className: "max-w-72 truncate" },
      cell: ({ row: { original } }) => (
        <>
          <Button variant="link" aria-label={`Show ${original.clientName}`} onClick={() => onShow(original)}>
            {original.clientName}
          </Button>{" "}
          {original.clientHost !== original.clientName && (
            <span className="font-regular text-12 text-text-2">{original.clientHost}</span>
          )}
        </>
      ),
    },
    {
      id: "person",
      header: "Approved by",
      meta: { prefix: "by", className: "max-w-48 truncate" },
      cell: ({ row }) => row.original.person,
    },
    {
      id: "today",
      header: "Today",
      meta: { align: "end", prefix: "today" },
      cell: ({ row: { original } }) => `${count(original.usedToday)} of ${count(original.dailyAllowance)}`,
    },
    {
      id: "used",
      header: "In total",
      meta: { align: "end", prefix: "in total" },
      cell: ({ row }) => count(row.original.used),
    },
    {
      id: "last",
      header: "Last used",
      meta: { prefix: "used" },
      cell: ({ row: { original } }) => (original.lastUsedAt === null ? "never" : <When at={original.lastUsedAt} />),
    },
    {
      id: "state",
      header: "State",
      cell: ({ row: { original } }) =>
        original.revokedAt === null ? (
          <StateMark kind="ok">Active</StateMark>
        ) : (
          <StateMark kind="ended">
            Ended <When at={original.revokedAt} />
          </StateMark>
        ),
    },
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
