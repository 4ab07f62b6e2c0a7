"use client";
/** Finds entries of any workspace's ledger by request, person and day, and refunds charges. */
import { ADMINISTRATION } from "@dealflow/contract/account/administration";
import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { useInfiniteQuery } from "@tanstack/react-query";
import Form from "next/form";
import { useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { ADMINISTRATION_PAGES } from "@/components/shell/pages";
import { Section, Unread } from "@/components/shell/section";
import { Button, buttonVariants } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { TextLink } from "@/components/ui/link";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { credits } from "@/lib/format/counts";
import { foundLedgerQuery, type LedgerSearch, ledgerParameters } from "@/lib/queries/administration";
import { CommandDialog, type CommandForm } from "./command-dialog";
import { creditCommands, refund } from "./commands";
import { entryColumns } from "./entry-columns";

const FIELDS = [
  { name: "workspace", label: "Workspace", placeholder: "Name or id" },
  { name: "email", label: "Person", placeholder: "Email", type: "email" },
  { name: "request", label: "Request", placeholder: "X-Request-Id" },
  { name: "since", label: "From", type: "date" },
  { name: "until", label: "To", type: "date" },
] as const;

export function LedgersPage({ search }: { search: LedgerSearch }) {
  return (
    <>
      <Section
        title="Ledgers"
        words="A workspace, a person or a request finds entries. Refunds stand above the charge that they give back, when both are found."
      >
        <Form
          action={ADMINISTRATION_PAGES.ledgers}
          key={JSON.stringify(search)}
          className="flex flex-wrap items-end gap-3 px-gutter pb-4"
        >
          {FIELDS.map(({ name, ...field }) => (
            <div key={name} className={name === "since" || name === "until" ? "w-40" : "w-60 max-tablet:w-full"}>
              <LabelledField {...field} name={name} defaultValue={search[name]} autoComplete="off" />
            </div>
          ))}
          <Button type="submit" variant="primary" className="h-control-lg">
            Find
          </Button>
        </Form>
      </Section>
      {Object.keys(search).length > 0 && <FoundEntries key={JSON.stringify(search)} search={search} />}
    </>
  );
}

function FoundEntries({ search }: { search: LedgerSearch }) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(foundLedgerQuery(search));
  const [open, setOpen] = useState<CommandForm>();
  if (data === undefined)
    return error === null ? <p className="px-gutter text-text-2">Searching…</p> : <Unread problem={error.message} />;
  const [{ workspace } = {}] = data.pages;
  const entries = data.pages.flatMap((page) => page.entries);
  const refunded = new Set(entries.flatMap(({ refundOf }) => refundOf ?? []));
  if (workspace === undefined) return null;
  return (
    <Section
      title={workspace.name}
      aside={credits(workspace.balance)}
      tools={
        <span className="flex flex-wrap items-center gap-2">
          <TextLink href={`${ADMINISTRATION_PAGES.workspaces}/${workspace.id}`}>Workspace</TextLink>
          <a
            className={buttonVariants()}
            href={`${PAGE_ROUTE}${ADMINISTRATION.foundLedgerCsv.path}?${ledgerParameters(search)}`}
            download
          >
            Export CSV
          </a>
          {creditCommands(workspace).map((form) => (
            <Button key={form.action} onClick={() => setOpen(form)}>
              {form.action}
            </Button>
          ))}
        </span>
      }
    >
      <SimpleTable
        caption={`Ledger of ${workspace.name}`}
        stacked="panel"
        rows={entries}
        rowId={({ id }) => id}
        columns={entryColumns({
          isRefunded: (entry: AccountLedgerEntry) => refunded.has(entry.id),
          onRefund: (entry) => setOpen(refund(entry)),
        })}
        empty="The ledger has no such entry."
      />
      {error !== null && <Unread problem={error.message} />}
      {hasNextPage && (
        <p className="px-gutter py-3">
          <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
            Show older entries
          </Button>
        </p>
      )}
      {open && <CommandDialog form={open} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}
