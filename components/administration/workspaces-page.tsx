"use client";
/** Lists the workspaces of the installation, newest first. */
import { type ListedWorkspace, MOST_LISTED } from "@dealflow/contract/account/administration";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  actionsColumn,
  column,
  numberColumn,
  type SimpleColumn,
  SimpleTable,
} from "@/components/data-table/simple-table";
import { ADMINISTRATION_PAGES } from "@/components/shell/pages";
import { Section } from "@/components/shell/section";
import { Button, buttonVariants } from "@/components/ui/button";
import { Link, TextLink } from "@/components/ui/link";
import { StateMark } from "@/components/ui/marks/state-mark";
import { count, formatCount } from "@/lib/format/counts";
import { workspacesQuery } from "@/lib/queries/administration";
import { CommandDialog } from "./command-dialog";
import { CommandMenu } from "./command-menu";
import { CREATE_WORKSPACE, workspaceCommands } from "./commands";
import { SearchForm } from "./search-form";

export function WorkspacesPage({ search }: { search: string }) {
  const { workspaces } = useSuspenseQuery(workspacesQuery(search)).data;
  const [isCreating, setCreating] = useState(false);
  const { length } = workspaces;
  return (
    <Section
      title="Workspaces"
      aside={length === MOST_LISTED ? `the newest ${MOST_LISTED}` : formatCount(length, "workspace")}
      tools={
        <span className="flex min-w-0 flex-wrap gap-2">
          <SearchForm action={ADMINISTRATION_PAGES.workspaces} label="Name" search={search} />
          <Button onClick={() => setCreating(true)}>New workspace</Button>
        </span>
      }
    >
      <SimpleTable
        caption="Workspaces"
        stacked="panel"
        rows={workspaces}
        rowId={({ id }) => id}
        columns={COLUMNS}
        empty="No workspace has this name."
      />
      {isCreating && <CommandDialog form={CREATE_WORKSPACE} onClose={() => setCreating(false)} />}
    </Section>
  );
}

const COLUMNS: readonly SimpleColumn<ListedWorkspace>[] = [
  column("name", "Name", { className: "panel:w-1/3 panel:max-w-0 truncate" }, (row) => (
    <TextLink href={`${ADMINISTRATION_PAGES.workspaces}/${row.id}`} title={row.name}>
      {row.name}
    </TextLink>
  )),
  numberColumn("credits", "Credits", ({ balance }) => count(balance)),
  column(
    "members",
    "Members",
    { line: true, className: "whitespace-normal! wrap-anywhere" },
    (row) => row.members.map(({ email, role }) => `${email} (${role})`).join(", ") || "No members",
  ),
  column("state", "State", {}, (row) =>
    row.blocked ? <StateMark kind="ended">Blocked</StateMark> : <StateMark kind="ok">Active</StateMark>,
  ),
  actionsColumn((workspace) => (
    <>
      <Link
        href={`${ADMINISTRATION_PAGES.ledgers}?workspace=${workspace.id}`}
        className={buttonVariants({ variant: "quiet" })}
        aria-label={`Ledger of ${workspace.name}`}
      >
        Ledger
      </Link>
      <CommandMenu label={`Change ${workspace.name}`} forms={workspaceCommands(workspace)} />
    </>
  )),
];
