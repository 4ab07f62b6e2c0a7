/** Lists the schedules of imports, with what came of the latest run of each. */
import { IMPORTS, type ImportSchedule } from "@dealflow/contract/account/imports/imports";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { actionsColumn, column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { SectionTitle } from "@/components/shell/section";
import { When } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { ActionDialog } from "@/components/ui/forms/action-dialog";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { ENTRY, TextEntry } from "@/components/ui/forms/labelled-field";
import { Options } from "@/components/ui/forms/options";
import { count, formatCount } from "@/lib/format/counts";
import { combineMutations, useAccountMutation } from "@/lib/queries/account-mutation";
import { importsQuery } from "@/lib/queries/imports";
import { Segmented } from "../ui/segmented";
import { FullChoice } from "./choices";
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

const INTERVALS = [
  { value: "15m", title: "15 minutes" },
  { value: "1h", title: "Hour" },
  { value: "1d", title: "Day" },
  { value: "1w", title: "Week" },
] as const;

/** Adds a schedule of imports. */
function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState("");
  const [source, setSource] = useState("");
  const [every, setEvery] = useState<(typeof INTERVALS)[number]["value"]>("1d");
  const [map, setMap] = useState<ChosenMap>({ from: REMEMBERED, text: null });
  const [full, setFull] = useState(false);
  const add = useAccountMutation(IMPORTS.addImportSchedule, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  return (
    <FormDialog
      title="New schedule"
      submit="Add schedule"
      status={add}
      disabled={address.trim() === "" || (map.from !== REMEMBERED && map.text === null)}
      onSubmit={() =>
        add.mutate({
          body: {
            address,
            every,
            source: source.trim() === "" ? null : source.trim(),
            map: map.text,
            full,
            strict: false,
          },
        })
      }
      onClose={onClose}
    >
      <TextEntry
        label="Address or folder"
        hint="A public https address of a file, or a folder of this installation"
        placeholder="https://data.example/rounds.csv"
        value={address}
        onChange={setAddress}
      />
      <div>
        {/* The choice names itself. */}
        <p aria-hidden className="mb-1 text-12 font-medium">
          Every
        </p>
        <Segmented label="Every" options={INTERVALS} value={every} onChange={setEvery} />
      </div>
      <TextEntry
        label="Source"
        hint="If empty, that of the map, or the name of the file without dates"
        placeholder="my-list"
        value={source}
        onChange={setSource}
      />
      <MapChoice chosen={map} onChoose={setMap} />
      <FullChoice isFull={full} isFixed={false} onChange={setFull} />
    </FormDialog>
  );
}

const REMEMBERED = "remembered";
const UPLOADED = "uploaded";

interface ChosenMap {
  /** This is one of the above, or the id of a file that has the map. */
  readonly from: string;
  /** The map as JSON; null for the remembered one, or while no file is chosen. */
  readonly text: string | null;
}

/** Chooses the map that is remembered for each file, that of a file on the page, or one from the person's machine. */
function MapChoice({ chosen: { from }, onChoose }: { chosen: ChosenMap; onChoose: (map: ChosenMap) => void }) {
  const { data } = useQuery(importsQuery());
  const id = useId();
  const all = (data?.files ?? []).flatMap(({ id, name, inspection }) =>
    inspection === null || inspection.columns.length === 0 ? [] : [{ id, name, text: inspection.map }],
  );
  // A file that was dropped again has the same map.
  const maps = [...new Map(all.map((map) => [`${map.name} ${map.text}`, map])).values()];
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        Map
      </label>
      <select
        id={id}
        className={ENTRY}
        aria-describedby={`${id}-hint`}
        value={from}
        onChange={({ target: { value } }) =>
          onChoose({ from: value, text: maps.find((map) => map.id === value)?.text ?? null })
        }
      >
        <option value={REMEMBERED}>The one remembered for the file’s columns</option>
        <Options of={maps.map(({ id, name }) => ({ value: id, title: `The one of ${name}` }))} />
        <option value={UPLOADED}>A map file</option>
      </select>
      {from === UPLOADED && (
        <input
          type="file"
          aria-label="Map file"
          accept=".json,application/json"
          className="mt-2 block w-full text-12"
          onChange={async ({ target: { files } }) =>
            onChoose({ from: UPLOADED, text: (await files?.[0]?.text()) ?? null })
          }
        />
      )}
      <p id={`${id}-hint`} className="mt-1 text-12 text-text-2">
        {from === REMEMBERED
          ? "Without one, a map is proposed for each file."
          : "The schedule keeps the map as it is now."}
      </p>
    </div>
  );
}
