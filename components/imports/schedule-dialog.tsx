"use client";
/** Adds a schedule of imports. */
import { IMPORTS } from "@dealflow/contract/account/imports/imports";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { ENTRY, TextEntry } from "@/components/ui/forms/labelled-field";
import { Options } from "@/components/ui/forms/options";
import { Segmented } from "@/components/ui/segmented";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { importsQuery } from "@/lib/queries/imports";
import { FullChoice } from "./choices";

const INTERVALS = [
  { value: "15m", title: "15 minutes" },
  { value: "1h", title: "Hour" },
  { value: "1d", title: "Day" },
  { value: "1w", title: "Week" },
] as const;

export function ScheduleDialog({ onClose }: { onClose: () => void }) {
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
