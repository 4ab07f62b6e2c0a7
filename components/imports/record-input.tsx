"use client";
/** Takes the id of a record, or the address of its page. */
import { LabelledField } from "@/components/ui/forms/labelled-field";

interface Props {
  label?: string;
  hint?: string;
  problem?: string | undefined;
  value: string;
  onChange: (record: string) => void;
}

export function RecordInput({
  label = "Record",
  hint = "Its id, or the address of its page",
  problem,
  value,
  onChange,
}: Props) {
  return (
    <LabelledField
      label={label}
      hint={hint}
      problem={problem}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
