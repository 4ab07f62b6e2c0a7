"use client";
/** Shows what is wrong with the installation and what to do about it, and what operators changed. */
import type { Finding, OperatorAction } from "@dealflow/contract/account/administration";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { Section, Unread } from "@/components/shell/section";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/marks/state-mark";
import { formatCount } from "@/lib/format/counts";
import { exactTime } from "@/lib/format/dates";
import { installationQuery } from "@/lib/queries/administration";

export function InstallationPage() {
  const { data, error, isFetching, refetch } = useSuspenseQuery(installationQuery());
  const problems = data.findings.filter(({ ok }) => !ok).length;
  return (
    <>
      <Section
        title="Installation"
        aside={problems === 0 ? "nothing is wrong" : formatCount(problems, "problem")}
        tools={
          <Button disabled={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        }
      >
        {error !== null && <Unread problem={error.message} />}
        <SimpleTable
          caption="Findings"
          stacked="tablet"
          // Several findings can be about one part.
          rows={data.findings}
          rowId={({ about, text }) => `${about} ${text}`}
          columns={FINDING_COLUMNS}
        />
      </Section>
      <Section title="Changes by operators" aside="newest first, times in UTC">
        <SimpleTable
          caption="Changes by operators"
          stacked="tablet"
          rows={data.actions}
          rowId={({ id }) => id}
          columns={ACTION_COLUMNS}
          empty="No operator has changed anything yet."
        />
      </Section>
    </>
  );
}

const FINDING_COLUMNS: readonly SimpleColumn<Finding>[] = [
  {
    id: "about",
    header: "Part",
    meta: { className: "first-letter:uppercase tablet:w-32" },
    cell: ({ row }) => row.original.about,
  },
  {
    id: "state",
    header: "State",
    meta: { className: "tablet:w-28" },
    cell: ({ row: { original } }) => (
      <StateMark kind={original.ok ? "ok" : "failed"}>{original.ok ? "In order" : "Problem"}</StateMark>
    ),
  },
  {
    id: "text",
    header: "Finding",
    meta: { line: true, className: "whitespace-normal! wrap-anywhere" },
    cell: ({ row }) => row.original.text,
  },
];

const OUTCOMES = {
  done: { kind: "ok", title: "Done" },
  failed: { kind: "failed", title: "Refused" },
  open: { kind: "waiting", title: "Not finished" },
} as const;

const ACTION_COLUMNS: readonly SimpleColumn<OperatorAction>[] = [
  { id: "time", header: "Time", meta: { className: "tablet:w-44" }, cell: ({ row }) => exactTime(row.original.at) },
  { id: "person", header: "Operator", cell: ({ row }) => row.original.person ?? "Command line" },
  { id: "command", header: "Command", cell: ({ row }) => row.original.command },
  {
    id: "options",
    header: "Options",
    meta: { line: true, className: "whitespace-normal! wrap-anywhere" },
    cell: ({ row: { original } }) =>
      Object.entries(original.options)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ row: { original } }) => {
      const { kind, title } = OUTCOMES[original.outcome];
      return <StateMark kind={kind}>{title}</StateMark>;
    },
  },
];
