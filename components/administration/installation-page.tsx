"use client";
/** Shows what is wrong with the installation and what to do about it, and what operators changed. */
import type { Finding, OperatorAction } from "@dealflow/contract/account/administration";
import { useSuspenseQuery } from "@tanstack/react-query";
import { column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
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
  column("about", "Part", { className: "first-letter:uppercase tablet:w-32" }, (row) => row.about),
  column("state", "State", { className: "tablet:w-28" }, (row) => (
    <StateMark kind={row.ok ? "ok" : "failed"}>{row.ok ? "In order" : "Problem"}</StateMark>
  )),
  column("text", "Finding", { line: true, className: "whitespace-normal! wrap-anywhere" }, (row) => row.text),
];

const OUTCOMES = {
  done: { kind: "ok", title: "Done" },
  failed: { kind: "failed", title: "Refused" },
  open: { kind: "waiting", title: "Not finished" },
} as const;

const ACTION_COLUMNS: readonly SimpleColumn<OperatorAction>[] = [
  column("time", "Time", { className: "tablet:w-44" }, (row) => exactTime(row.at)),
  column("person", "Operator", {}, (row) => row.person ?? "Command line"),
  column("command", "Command", {}, (row) => row.command),
  column("options", "Options", { line: true, className: "whitespace-normal! wrap-anywhere" }, (row) =>
    Object.entries(row.options)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  ),
  column("outcome", "Outcome", {}, (row) => {
    const { kind, title } = OUTCOMES[row.outcome];
    return <StateMark kind={kind}>{title}</StateMark>;
  }),
];
