"use client";
/** Corrects facts of one round, acquisition or exec move. */
import { CORRECTABLE_FIELDS } from "@dealflow/contract/account/imports/corrections";
import { IMPORTS } from "@dealflow/contract/account/imports/imports";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { ENTRY, TextEntry } from "@/components/ui/forms/labelled-field";
import { Options } from "@/components/ui/forms/options";
import { useAccountMutation } from "@/lib/queries/account-mutation";
import { recordOriginQuery } from "@/lib/queries/imports";
import { fieldTitle, idIn, RECORD_HINT } from "./words";

interface Props {
  /** The event with this id is named at first; none when the text is empty. */
  initial: string;
  onClose: () => void;
}

export function CorrectDialog({ initial, onClose }: Props) {
  const [record, setRecord] = useState(initial);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const { data: origin, error } = useQuery(recordOriginQuery(idIn(record)));
  const correct = useAccountMutation(IMPORTS.correctRecord, { invalidates: [IMPORTS.imports], onSuccess: onClose });
  const fields = listFields(origin?.kind);
  const free = fields.filter((field) => values[field] === undefined);
  return (
    <FormDialog
      title="Correct an event"
      submit="Correct"
      status={correct}
      disabled={Object.keys(values).length === 0 || reason.trim() === ""}
      onSubmit={() => correct.mutate({ body: { record, values, reason } })}
      onClose={onClose}
    >
      <p className="text-text-2">
        What you correct stays as you state it, also when later imports say otherwise. Undo the correction in the list
        of imports.
      </p>
      <TextEntry
        label="Round, acquisition or exec move"
        hint={origin ? (fields.length > 0 ? origin.title : `${origin.title} is not an event`) : RECORD_HINT}
        problem={error?.message}
        value={record}
        onChange={(text) => {
          setRecord(text);
          setValues({});
        }}
      />
      {Object.entries(values).map(([field, value]) => (
        <TextEntry
          key={field}
          label={fieldTitle(field)}
          labelLink={
            <Button variant="quiet" onClick={() => setValues(({ [field]: _, ...others }) => others)}>
              Remove
            </Button>
          }
          hint={fieldHint(field)}
          value={value}
          onChange={(text) => setValues({ ...values, [field]: text })}
        />
      ))}
      {free.length > 0 && (
        <select
          aria-label="Add a fact to correct"
          className={ENTRY}
          value=""
          onChange={({ target }) => setValues({ ...values, [target.value]: origin?.facts[target.value] ?? "" })}
        >
          <option value="" disabled>
            Add a fact…
          </option>
          <Options of={free.map((value) => ({ value, title: fieldTitle(value) }))} />
        </select>
      )}
      <TextEntry label="Reason" hint="The list of imports shows it" value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function listFields(kind: string | undefined): readonly string[] {
  return Object.entries(CORRECTABLE_FIELDS).find(([name]) => name === kind)?.[1] ?? [];
}

const HINTS: Readonly<Record<string, string>> = {
  amount:
    "Such as $5m or EUR 2,500,000, which loses its dollars without an exchange rate; empty for an undisclosed amount",
  round: "Such as seed or Series A; empty if unknown",
  announcedAt: "Such as 2026-05-04, 2026-05 or 2026",
  investors: "All of them, separated by commas or semicolons",
  isMerger: "true or false",
  moveType: "Such as appointment or departure",
};

function fieldHint(field: string): string {
  const hint = HINTS[field];
  if (hint !== undefined) return hint;
  return field.endsWith(".name") ? "State the domain too if you know it" : "Empty if unknown";
}
