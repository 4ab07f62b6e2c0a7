"use client";
/** Adds a schedule of imports. */
import { IMPORTS } from "@dealflow/contract/account/imports";
import { useState } from "react";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { LabelledField } from "@/components/ui/forms/labelled-field";
import { Segmented } from "@/components/ui/segmented";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { FullChoice } from "./full-choice";

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
  const [full, setFull] = useState(false);
  const add = useAccountMutation(IMPORTS.addImportSchedule, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  return (
    <FormDialog
      title="New schedule"
      submit="Add schedule"
      status={add}
      disabled={address.trim() === ""}
      onSubmit={() =>
        add.mutate({
          body: { address, every, source: source.trim() === "" ? null : source.trim(), full, strict: false },
        })
      }
      onClose={onClose}
    >
      <LabelledField
        label="Address or folder"
        hint="A public https address of a file, or a folder of this installation"
        placeholder="https://data.example/rounds.csv"
        autoComplete="off"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <div>
        {/* The choice names itself. */}
        <p aria-hidden className="mb-1 text-12 font-medium">
          Every
        </p>
        <Segmented label="Every" options={INTERVALS} value={every} onChange={setEvery} />
      </div>
      <LabelledField
        label="Source"
        hint="If empty, the name of the file without dates"
        placeholder="my-list"
        autoComplete="off"
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <FullChoice isFull={full} isFixed={false} onChange={setFull} />
    </FormDialog>
  );
}
