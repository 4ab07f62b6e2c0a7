"use client";
/** Shows what a file holds and what importing it will do, and imports it. */
import { IMPORTS, type ImportFile } from "@dealflow/contract/account/imports/imports";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { passFocus } from "@/components/ui/focus";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import type { FormStatus } from "@/components/ui/forms/form-problem";
import { TextLink } from "@/components/ui/link";
import { count, formatCount, percent } from "@/lib/format/counts";
import { accountKey } from "@/lib/queries/account";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { countOpenPairs, openPairsQuery } from "@/lib/queries/duplicates";
import { importFileQuery, importOfFileQuery, isWorking } from "@/lib/queries/imports";
import { DayOrderChoice, FullChoice, KindChoice } from "./choices";
import { ColumnList } from "./column-list";
import { readSource } from "./edit-map";
import { PreviewTable, ReportView } from "./report-view";
import { fileSize } from "./words";

const WORKING = {
  waiting: "Waiting until another file has been read",
  inspecting: "Reading the file",
  checking: "Checking all rows",
  importing: "Importing",
} as const;
/** These pages show what was imported. */
const PAGES_BY_KIND: Readonly<Record<string, { href: string; title: string }>> = {
  funding: { href: "/funding", title: "Funding" },
  acquisition: { href: "/acquisitions", title: "Acquisitions" },
  exec_move: { href: "/exec-moves", title: "Exec moves" },
  company: { href: "/companies", title: "Companies" },
  investor: { href: "/investors", title: "Investors" },
};

export function ImportFilePage({ id }: { id: string }) {
  const { data: file } = useSuspenseQuery(importFileQuery(id));
  const router = useRouter();
  const client = useQueryClient();
  const keep = (changed: ImportFile) => client.setQueryData(importFileQuery(id).queryKey, changed);
  const inspect = useAccountMutation(IMPORTS.inspectImportFile, { onSuccess: keep });
  const check = useAccountMutation(IMPORTS.checkImportFile, { onSuccess: keep });
  // The box shows the choice before the service answers.
  const [chosen, setChosen] = useState<boolean>();
  const setFull = useAccountMutation(IMPORTS.setImportFileFull, {
    onSuccess: (changed) => {
      keep(changed);
      setChosen(undefined);
    },
  });
  const run = useAccountMutation(IMPORTS.runImportFile, { onSuccess: keep });
  const stop = useAccountMutation(IMPORTS.stopImportFile, { onSuccess: keep });
  const remove = useAccountMutation(IMPORTS.removeImportFile, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: accountKey(IMPORTS.imports) });
      router.push("/imports");
    },
  });
  const { isPending, problem } = combineMutations(inspect, check, setFull, run, stop, remove);
  const isBusy = isWorking(file) || isPending;
  const isFixed = isBusy || file.state === "imported";
  const read = (body: Parameters<typeof inspect.mutate>[0]["body"]) => inspect.mutate({ id, body });
  // An undo that is pressed while the file is read waits for the end.
  const [reverted, setReverted] = useState<string>();
  const { mutate: inspectAgain } = inspect;
  useEffect(() => {
    if (reverted === undefined || isBusy) return;
    setReverted(undefined);
    inspectAgain({ id, body: { map: reverted } });
  }, [reverted, isBusy, inspectAgain, id]);
  const { inspection, report } = file;
  // A file of rates has no columns to choose from; one that could not be read may be of another kind.
  const isRecords = inspection === null ? file.state === "failed" : inspection.columns.length > 0;
  return (
    <Page
      title="Import"
      aside={[file.name, inspection?.part, fileSize(file.bytes)].filter((part) => part != null).join(" · ")}
      tools={
        file.state === "imported" ? (
          <TextLink href="/imports">All imports</TextLink>
        ) : (
          <RunButton file={file} isBusy={isBusy} status={run} onRun={() => run.mutate({ id })} />
        )
      }
      wide
    >
      <div className="grid grid-cols-[300px_minmax(0,1fr)] max-panel:grid-cols-1 max-panel:content-start">
        <div className="border-r border-line-strong bg-surface-side px-gutter py-4 max-panel:border-r-0 max-panel:border-b">
          {inspection?.kind === "rates" && (
            <p className="text-text-2">Exchange rates. Later imports convert amounts in other currencies by them.</p>
          )}
          {isRecords && (
            <KindChoice
              kind={inspection?.kind}
              isRemembered={inspection?.isRemembered === true}
              isFixed={isFixed}
              onChange={(kind) => read({ map: null, kind })}
            />
          )}
          {inspection !== null && inspection.columns.length > 0 && (
            <>
              <DayOrderChoice map={inspection.map} isFixed={isFixed} onMap={(map) => read({ map })} />
              <ColumnList
                inspection={inspection}
                isFixed={isFixed}
                onMap={(map) => read({ map })}
                onUndo={setReverted}
              />
            </>
          )}
        </div>
        <div className="min-w-0 px-6 py-4 max-tablet:px-gutter">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Status file={file} />
            {file.state !== "imported" && (
              <div className="flex gap-2">
                {isWorking(file) && file.state !== "waiting" ? (
                  <Button disabled={stop.isPending} onClick={() => stop.mutate({ id })}>
                    Stop
                  </Button>
                ) : (
                  <>
                    <Button disabled={isPending} onClick={() => remove.mutate({ id })}>
                      Remove file
                    </Button>
                    <Button disabled={isBusy || inspection === null} onClick={() => check.mutate({ id })}>
                      {report === null ? "Check" : "Check again"}
                    </Button>
                  </>
                )}
              </div>
            )}
          </div>
          {(problem ?? file.problem) !== null && (problem ?? file.problem) !== undefined && (
            <p role="alert" className="mb-3 text-bad-text">
              {problem ?? file.problem}
            </p>
          )}
          {inspection !== null && file.state !== "imported" && (
            <FullChoice
              source={readSource(inspection.map)}
              isFull={setFull.problem === undefined ? (chosen ?? file.isFull) : file.isFull}
              isFixed={isBusy}
              onChange={(full) => {
                setChosen(full);
                setFull.mutate({ id, body: { full } });
              }}
            />
          )}
          {report !== null && (
            <ReportView file={file} report={report} onMap={isFixed ? undefined : (map) => read({ map })} />
          )}
          {inspection !== null && file.state !== "imported" && <PreviewTable preview={inspection.preview} />}
          {inspection !== null && file.state === "imported" && <Done kind={inspection.kind} />}
        </div>
      </div>
    </Page>
  );
}

function Status({ file }: { file: ImportFile }) {
  const { state, progress, importId } = file;
  const by = useQuery(importOfFileQuery(importId)).data?.by ?? undefined;
  const words =
    state === "waiting" || state === "inspecting" || state === "checking" || state === "importing"
      ? `${WORKING[state]}${progress === null ? " …" : `: ${progressText(progress)}`}`
      : state === "stopped"
        ? "Stopped. Import again to go on after the last stored row."
        : state === "imported"
          ? `Imported${by === undefined ? "" : ` by ${by}`}. You can undo it in the list of imports.`
          : "Nothing is stored until you press Import. Every import can be undone.";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-text-2">
        {words}
      </p>
      {progress !== null && isWorking(file) && (
        <progress className="w-60" max={1} value={progress.share} aria-label={`Read of ${file.name}`} />
      )}
    </div>
  );
}

function progressText({ rows, share, secondsLeft }: NonNullable<ImportFile["progress"]>): string {
  const read = `${count(rows)} rows, ${percent(share)}`;
  if (secondsLeft === null) return read;
  return secondsLeft < 60
    ? `${read}, less than a minute left`
    : `${read}, about ${formatCount(Math.ceil(secondsLeft / 60), "minute")} left`;
}

function Done({ kind }: { kind: string }) {
  const page = PAGES_BY_KIND[kind];
  const open = countOpenPairs(useQuery(openPairsQuery()).data?.rules ?? []);
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-2">
      {page !== undefined && <TextLink href={page.href}>Open {page.title}</TextLink>}
      {open > 0 && <TextLink href="/imports/review">Review {formatCount(open, "possible duplicate")}</TextLink>}
    </p>
  );
}

/** A file that lacks more than this share of its source is rather damaged. */
const USUAL_SHARE = 0.2;

interface Props {
  file: ImportFile;
  isBusy: boolean;
  status: FormStatus;
  onRun: () => void;
}

/** Imports a file. A full export that would withdraw many records asks first. */
function RunButton({ file: { inspection, report, isFull }, isBusy, status, onRun }: Props) {
  const [isAsking, setAsking] = useState(false);
  const rows = report === null ? undefined : report.rows.read - report.rows.refused;
  const { withdrawn, sourceRecords } = report ?? { withdrawn: 0, sourceRecords: 0 };
  const asks = withdrawn > sourceRecords * USUAL_SHARE;
  return (
    <>
      <Button
        variant="primary"
        ref={passFocus}
        disabled={isBusy || inspection === null || (isFull && report === null)}
        onClick={() => (asks ? setAsking(true) : onRun())}
      >
        {rows === undefined ? "Import" : `Import ${formatCount(rows, "row")}`}
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Withdraw ${formatCount(withdrawn, "record")}?`}
          description={`The file lacks ${count(withdrawn)} of the ${count(sourceRecords)} records of its source. If it is only a part, cancel, and clear “The file is the whole of its source”. Undo of the import brings them back.`}
          action="Import and withdraw"
          status={status}
          onAction={() => {
            setAsking(false);
            onRun();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
