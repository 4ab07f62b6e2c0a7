"use client";
import { FIELD, TextField } from "@/components/ui/text-field";
/** The field of one parameter, beside its description. */
import { cn } from "@/lib/cn";
import type { FieldProps } from "./field-props";
import { useTry } from "./try-state";
import { ValuesField } from "./values-field";

export function Field(props: FieldProps) {
  const { name, labelId, type, values, list, standard } = props;
  const { draft, change, isWrong } = useTry();
  const text = draft.texts[name] ?? "";
  const set = (next: string) => change({ ...draft, texts: { ...draft.texts, [name]: next } });
  const aria = { "aria-labelledby": labelId, "aria-invalid": isWrong(name) || undefined };
  if (type === "choice")
    return (
      <select
        {...aria}
        className={cn(FIELD, "cursor-pointer")}
        value={text}
        onChange={(event) => set(event.target.value)}
      >
        <option value="">{standard === undefined ? "not set" : `default: ${standard}`}</option>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    );
  if (type === "list" || list !== undefined) return <ValuesField {...props} />;
  return (
    <TextField
      {...aria}
      inputMode={type === "number" ? "decimal" : "text"}
      placeholder={standard}
      value={text}
      onChange={(event) => set(event.target.value)}
    />
  );
}
