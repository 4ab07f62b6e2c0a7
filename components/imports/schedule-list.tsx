"use client";
/** Lists the schedules of imports, with what came of the latest run of each. */
import { IMPORTS, type ImportSchedule } from "@dealflow/contract/account/imports/imports";
import { useState } from "react";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { SectionTitle } from "@/components/shell/section";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { count, formatCount } from "@/lib/format/counts";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { ScheduleDialog } from "./schedule-dialog";
import { intervalTitle } from "./words";

const CHANGES = { invalidates: [IMPORTS.imports] } as const;

export function ScheduleList({ schedules }: { schedules: readonly ImportSchedule[] }) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ImportSchedule>();
  const pause = useAccountMutation(IMPORTS.pauseImportSchedule, CHANGES);
  const run = useAccountMutation(IMPORTS.runImportSchedule, CHANGES);
  const { isPending, problem } = combineMutations(pause, run);
  const actions = actionsColumn<ImportSchedule>((one) => (
    <>
      <Button
        variant="quiet"
        disabled={isPending || one.isRunning}
        aria-label={`Run ${one.address} now`}
        onClick={() => run.mutate({ id: one.id })}
      >
        Run now
      </Button>
      <Button
        variant="quiet"
        disabled={isPending}
        aria-label={`${one.paused ? "Resume" : "Pause"} ${one.address}`}
        onClick={() => pause.mutate({ id: one.id, body: { paused: !one.paused } })}
      >
        {one.paused ? "Resume" : "Pause"}
      </Button>
      <Button variant="quiet" aria-label={`Remove ${one.address}`} onClick={() => setRemoving(one)}>
        Remove
      </Button>
    </>
  ));
  return (
    <section className="mt-6" aria-label="Schedules">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <SectionTitle aside="addresses and folders that are imported every so often">Schedules</SectionTitle>
        <Button onClick={() => setAdding(true)}>New schedule</Button>
      </div>
      <FormProblem of={{ problem }} />
      {schedules.length > 0 && (
        <SimpleTable
          caption="Schedules"
          stacked="tablet"
          rows={schedules}
          rowId={({ id }) => id}
          columns={[...COLUMNS, actions]}
        />
      )}
      {isAdding && <ScheduleDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog of={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

function RemoveDialog({ of, onClose }: { of: ImportSchedule; onClose: () => void }) {
  const remove = useAccountMutation(IMPORTS.removeImportSchedule, { ...CHANGES, onSuccess: onClose });
  return (
    <ActionDialog
      title="Remove the schedule?"
      description={`${of.address} is no longer imported. What it imported stays, and can be undone below.`}
      action="Remove schedule"
      status={remove}
      onAction={() => remove.mutate({ id: of.id })}
      onClose={onClose}
    />
  );
}

function LastRun({ schedule: { lastRun, failures } }: { schedule: ImportSchedule }) {
  if (lastRun === null) return "not run yet";
  const { state, problem, added, changed, withdrawn, refused } = lastRun;
  if (state === "failed")
    return (
      <span className="block whitespace-normal text-bad-text tablet:min-w-72">
        {problem} {failures > 1 && `Failed ${count(failures)} times.`}
      </span>
    );
  if (state === "unchanged") return "nothing new";
  return [
    `${count(added)} added`,
    `${count(changed)} changed`,
    ...(withdrawn > 0 ? [`${count(withdrawn)} withdrawn`] : []),
    ...(refused > 0 ? [`${formatCount(refused, "row")} refused`] : []),
  ].join(", ");
}

const COLUMNS: readonly SimpleColumn<ImportSchedule>[] = [
  column("address", "Address or folder", { line: true, className: "w-full" }, (row) => (
    <>
      <span className="wrap-anywhere whitespace-normal">{row.address}</span>
      <span className="block text-12 text-text-2">
        {[
          intervalTitle(row.every),
          row.hasMap ? "own map" : "remembered map",
          ...(row.full ? ["whole of its source"] : []),
          ...(row.strict ? ["all values required"] : []),
        ].join(" · ")}
      </span>
    </>
  )),
  column("last", "Latest run", { prefix: "Latest run" }, (row) => <LastRun schedule={row} />),
  column("at", "On", { prefix: "On" }, (row) => <When at={row.lastRun?.at ?? null} />),
  column("state", "State", {}, (row) => (row.isRunning ? "running" : row.paused ? "paused" : "waiting")),
];
