"use client";
/** Takes the id of a record, or the address of its page. */
import { LabelledField } from "@/components/ui/forms/labelled-field";

export function RecordField({ value, onChange }: { value: string; onChange: (record: string) => void }) {
  return (
    <LabelledField
      label="Record"
      hint="Its id, or the address of its page"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
