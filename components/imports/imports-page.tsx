"use client";
/** Takes files of records, and lists what was imported. */
import {
  IMPORTS,
  type ImportChange,
  type ImportFile,
  type ListedImport,
} from "@dealflow/contract/account/imports/imports";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  actionsColumn,
  column,
  numberColumn,
  type SimpleColumn,
  SimpleTable,
} from "@/components/data-table/simple-table";
import { Page } from "@/components/shell/page";
import { IMPORTS_LINK } from "@/components/shell/pages";
import { SectionTitle } from "@/components/shell/section";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { TextLink } from "@/components/ui/link";
import { cn } from "@/lib/cn";
import { count, formatCount } from "@/lib/format/counts";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { importsQuery } from "@/lib/queries/imports";
import { FileDrop } from "./file-drop";
import { CorrectDialog, OriginDialog, RetractDialog } from "./record-dialogs";
import { ScheduleList } from "./schedule-list";
import { fieldTitle, fileSize, importState, STATE_WORDS } from "./words";

const FORMATS = "CSV, Excel, JSON, Parquet; also in a ZIP, tar or gzip";

interface Props {
  /** The correction of this event is open at first. */
  correct: string | null;
}

export function ImportsPage({ correct }: Props) {
  const { data } = useSuspenseQuery(importsQuery());
  const [undoing, setUndoing] = useState<ListedImport>();
  const [isExplaining, setExplaining] = useState(false);
  const [correcting, setCorrecting] = useState(correct);
  const [isRetracting, setRetracting] = useState(false);
  const router = useRouter();
  const waiting = data.files.filter(({ state }) => state !== "imported");
  return (
    <Page
      title="Imports"
      aside="Files of rounds, acquisitions, exec moves, companies or investors"
      tools={
        <>
          <TextLink href="/imports/quality">Quality</TextLink>
          <TextLink href="/imports/review">Review</TextLink>
        </>
      }
    >
      <FileDrop files={data.files} formats={FORMATS} onSent={({ id }) => router.push(`/imports/${id}`)} />
      {waiting.length > 0 && (
        <section className="mt-6" aria-label="Not imported yet">
          <h2 className="mb-2 font-semibold">Not imported yet</h2>
          <SimpleTable
            caption="Files that are not imported yet"
            stacked="tablet"
            rows={waiting}
            rowId={({ id }) => id}
            columns={FILE_COLUMNS}
          />
        </section>
      )}
      <ScheduleList schedules={data.schedules} />
      <section className="mt-6" aria-label="Earlier imports">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <SectionTitle aside={formatCount(data.imports.length, "import")}>Earlier imports</SectionTitle>
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => setExplaining(true)}>Explain a record</Button>
            <Button onClick={() => setCorrecting("")}>Correct an event</Button>
            <Button onClick={() => setRetracting(true)}>Withdraw a record</Button>
          </span>
        </div>
        <ChangeList changes={data.changes} />
        <SimpleTable
          caption="Imports"
          stacked="tablet"
          rows={data.imports}
          rowId={({ id }) => id}
          columns={importColumns(data.changes, setUndoing)}
          empty="Nothing has been imported yet."
        />
      </section>
      {undoing && <UndoDialog of={undoing} onClose={() => setUndoing(undefined)} />}
      {isExplaining && <OriginDialog onClose={() => setExplaining(false)} />}
      {correcting !== null && (
        <CorrectDialog
          initial={correcting}
          onClose={() => {
            setCorrecting(null);
            // A reload does not open it again.
            if (correct !== null) router.replace(IMPORTS_LINK.href, { scroll: false });
          }}
        />
      )}
      {isRetracting && <RetractDialog onClose={() => setRetracting(false)} />}
    </Page>
  );
}

const CHANGE_WORDS: Readonly<Record<ImportChange["kind"], string>> = {
  undo: "undo of import",
  withdrawal: "withdrawal of",
  correction: "correction of",
  separation: "separation of decision",
};

/** Lists the changes that go on after their dialog has closed, and those that failed then. */
function ChangeList({ changes }: { changes: readonly ImportChange[] }) {
  return changes.map(({ kind, subject, problem }) => {
    const what = `The ${CHANGE_WORDS[kind]} ${subject}`;
    return (
      <p
        key={`${kind} ${subject}`}
        role={problem === null ? "status" : "alert"}
        className={cn("mb-2 break-words text-12", problem === null ? "text-text-2" : "text-bad-text")}
      >
        {problem === null ? `${what} is in progress.` : `${what} failed: ${problem}`}
      </p>
    );
  });
}

/** The only other changes with a reason are corrections. */
function isWithdrawal({ reason, corrected }: ListedImport): boolean {
  return reason !== null && corrected.length === 0;
}

function factTitle(fact: string): string {
  return fieldTitle(fact).toLowerCase();
}

function UndoDialog({ of, onClose }: { of: ListedImport; onClose: () => void }) {
  const undo = useAccountMutation(IMPORTS.undoImport, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  return (
    <ActionDialog {...undoWords(of)} status={undo} onAction={() => undo.mutate({ id: of.id })} onClose={onClose} />
  );
}

function undoWords(of: ListedImport) {
  const { file, merged, corrected } = of;
  if (corrected.length > 0)
    return {
      title: `Undo the correction of ${file}?`,
      description: "The event shows what its sources state.",
      action: "Undo correction",
    };
  if (isWithdrawal(of))
    return {
      title: `Bring back ${file}?`,
      description: "The record is as it was before it was withdrawn, and later imports may change it again.",
      action: "Bring back",
    };
  if (merged > 0)
    return {
      title: `Undo the merge of ${file}?`,
      description: "The two records are two again, with their ids. Purchases stay: who owned the one owns both.",
      action: "Undo merge",
    };
  return {
    title: `Undo the import of ${file}?`,
    description:
      "Records that it added are removed, and those that it changed are as they were before. Later imports stay. Purchases stay too: if the file is imported again, its records have the same ids.",
    action: "Undo import",
  };
}

const FILE_COLUMNS: readonly SimpleColumn<ImportFile>[] = [
  column("name", "File", { line: true }, (row) => <TextLink href={`/imports/${row.id}`}>{row.name}</TextLink>),
  column("bytes", "Size", {}, (row) => fileSize(row.bytes)),
  column("state", "State", {}, (row) => STATE_WORDS[row.state]),
];

function importColumns(
  changes: readonly ImportChange[],
  onUndo: (one: ListedImport) => void,
): readonly SimpleColumn<ListedImport>[] {
  const isUndoing = ({ id }: ListedImport) =>
    changes.some(({ kind, subject, problem }) => kind === "undo" && subject === id && problem === null);
  return [
    column("file", "File", { line: true }, (row) => (
      <>
        {row.file}
        {row.reason !== null && (
          <span className="block text-12 text-text-2">
            {isWithdrawal(row) ? "Withdrawn" : `Corrected ${row.corrected.map(factTitle).join(", ")}`}: {row.reason}
          </span>
        )}
        {row.merged > 0 && <span className="block text-12 text-text-2">{count(row.merged)} merged</span>}
      </>
    )),
    column("source", "Source", {}, (row) => row.source),
    column("at", "Imported", {}, (row) => <When at={row.at} />),
    column("by", "By", { prefix: "By" }, (row) => row.by ?? "a deleted person"),
    numberColumn("added", "Added", ({ added }) => count(added)),
    numberColumn("changed", "Changed", ({ changed }) => count(changed)),
    numberColumn("withdrawn", "Withdrawn", ({ withdrawn }) => count(withdrawn)),
    column("state", "State", {}, (row) => importState(row, isUndoing(row)).words),
    actionsColumn((one) =>
      importState(one, isUndoing(one)).canUndo ? (
        <Button
          variant="quiet"
          aria-label={isWithdrawal(one) ? `Bring back ${one.file}` : `Undo the import of ${one.file}`}
          onClick={() => onUndo(one)}
        >
          {isWithdrawal(one) ? "Bring back" : "Undo"}
        </Button>
      ) : null,
    ),
  ];
}
