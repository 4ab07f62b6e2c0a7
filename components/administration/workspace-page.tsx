"use client";
/** Shows who and what uses a workspace: members, API keys, MCP connections and webhooks. */
import type { WorkspaceDetails } from "@dealflow/contract/account/administration";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { ADMINISTRATION_PAGES } from "@/components/shell/pages";
import { Section } from "@/components/shell/section";
import { dayColumn, usedColumn, When } from "@/components/shell/when";
import { Button, buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/marks/state-mark";
import { count, credits, formatCount } from "@/lib/format/counts";
import { workspaceQuery } from "@/lib/queries/administration";
import { CommandDialog, type CommandForm } from "./command-dialog";
import { CommandMenu } from "./command-menu";
import {
  addMember,
  createKey,
  disableWebhook,
  endConnection,
  memberCommands,
  revokeKey,
  workspaceCommands,
} from "./commands";

type Part<Name extends "members" | "keys" | "connections" | "webhooks"> = WorkspaceDetails[Name][number];

export function WorkspacePage({ id }: { id: string }) {
  const { workspace, members, keys, connections, webhooks } = useSuspenseQuery(workspaceQuery(id)).data;
  const [open, setOpen] = useState<CommandForm>();
  const router = useRouter();
  const list = { stacked: "tablet", rowId: (item: { readonly id: string }) => item.id } as const;

  function onClose(isDone: boolean) {
    setOpen(undefined);
    if (isDone && open?.command === "workspace delete") router.push(ADMINISTRATION_PAGES.workspaces);
  }

  function endColumn<Row>(
    getEnd: (row: Row) => string | null,
    getForm: (of: typeof workspace, row: Row) => CommandForm,
  ): SimpleColumn<Row> {
    return actionsColumn((row) => {
      const form = getForm(workspace, row);
      return (
        getEnd(row) === null && (
          <Button variant="quiet" aria-label={form.title.replace("?", "")} onClick={() => setOpen(form)}>
            {form.action}
          </Button>
        )
      );
    });
  }

  return (
    <>
      <Section
        title={workspace.name}
        aside={workspace.blocked ? "blocked" : credits(workspace.balance)}
        tools={
          <span className="flex flex-wrap gap-2">
            <Link href={`${ADMINISTRATION_PAGES.ledgers}?workspace=${id}`} className={buttonVariants()}>
              Ledger
            </Link>
            {workspaceCommands(workspace).map((form) => (
              <Button key={form.action} onClick={() => setOpen(form)}>
                {form.action}
              </Button>
            ))}
          </span>
        }
      />
      <Section
        title="Members"
        aside={formatCount(members.length, "person", "people")}
        tools={<Button onClick={() => setOpen(addMember(workspace))}>Add member</Button>}
      >
        <SimpleTable
          {...list}
          caption="Members"
          rows={members}
          columns={[
            ...MEMBER_COLUMNS,
            actionsColumn((member: Part<"members">) => (
              <CommandMenu label={`Change ${member.name}`} forms={memberCommands(workspace, member)} />
            )),
          ]}
          empty="The workspace has no members."
        />
      </Section>
      <Section
        title="API keys"
        aside={formatCount(keys.length, "key")}
        tools={<Button onClick={() => setOpen(createKey(workspace))}>New key</Button>}
      >
        <SimpleTable
          {...list}
          caption="API keys"
          rows={keys}
          columns={[...KEY_COLUMNS, endColumn<Part<"keys">>(({ revokedAt }) => revokedAt, revokeKey)]}
          empty="The workspace has no keys."
        />
      </Section>
      <Section title="MCP connections" aside={formatCount(connections.length, "connection")}>
        <SimpleTable
          {...list}
          caption="MCP connections"
          rows={connections}
          columns={[...CONNECTION_COLUMNS, endColumn<Part<"connections">>(({ revokedAt }) => revokedAt, endConnection)]}
          empty="No MCP client is connected."
        />
      </Section>
      <Section title="Webhooks" aside={formatCount(webhooks.length, "webhook")}>
        <SimpleTable
          {...list}
          caption="Webhooks"
          rows={webhooks}
          columns={[...WEBHOOK_COLUMNS, endColumn<Part<"webhooks">>(({ disabledAt }) => disabledAt, disableWebhook)]}
          empty="The workspace has no webhooks."
        />
      </Section>
      {open && <CommandDialog form={open} onClose={onClose} />}
    </>
  );
}

const MEMBER_COLUMNS: readonly SimpleColumn<Part<"members">>[] = [
  column("name", "Name", { className: "max-w-80 truncate" }, (row) => row.name),
  column("email", "Email", { line: true }, (row) => row.email),
  column("role", "Role", {}, (row) => (row.role === "owner" ? "Owner" : "Member")),
  dayColumn("joined", "Joined", ({ joinedAt }) => joinedAt),
];

const STATE = <Row,>(endedAt: (row: Row) => string | null, ended: string): SimpleColumn<Row> =>
  column("state", "State", {}, (row) =>
    endedAt(row) === null ? (
      <StateMark kind="ok">Active</StateMark>
    ) : (
      <StateMark kind="ended">
        {ended} <When at={endedAt(row)} />
      </StateMark>
    ),
  );

const KEY_COLUMNS: readonly SimpleColumn<Part<"keys">>[] = [
  column("name", "Name", { className: "max-w-80 truncate" }, (row) => row.name),
  column("key", "Key", {}, (row) =>
    row.dashboard ? "the dashboard's own requests" : <code className="font-mono text-12">…{row.lastFour ?? ""}</code>,
  ),
  dayColumn("created", "Created", ({ createdAt }) => createdAt, "Since"),
  usedColumn(),
  STATE(({ revokedAt }) => revokedAt, "Revoked"),
];

const CONNECTION_COLUMNS: readonly SimpleColumn<Part<"connections">>[] = [
  column("client", "Client", { className: "max-w-80 truncate" }, (row) => `${row.clientName} (${row.clientHost})`),
  column("person", "Person", {}, (row) => row.person),
  column("today", "Used today", {}, (row) => `${count(row.usedToday)} of ${credits(row.dailyAllowance)}`),
  usedColumn(),
  STATE(({ revokedAt }) => revokedAt, "Ended"),
];

const WEBHOOK_COLUMNS: readonly SimpleColumn<Part<"webhooks">>[] = [
  column("url", "Address", { className: "max-w-96 truncate" }, (row) => row.url),
  column("events", "Events", { line: true, className: "whitespace-normal!" }, (row) =>
    row.events.map(({ event }) => event).join(", "),
  ),
  dayColumn("created", "Created", ({ createdAt }) => createdAt, "Since"),
  STATE(({ disabledAt }) => disabledAt, "Disabled"),
];
