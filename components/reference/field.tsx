"use client";
import type { ListName } from "@dealflow/contract/filters";
import { X } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { FIELD, TextField } from "@/components/ui/forms/text-field";
import { cn } from "@/lib/cn";
import { useTry } from "./try-state";
import { useLongList } from "./use-long-list";

interface FieldProps {
  name: string;
  /** The element with this id names the field. */
  labelId: string;
  type: "text" | "number" | "choice" | "list";
  /** A short list of values to choose from; it is empty otherwise. */
  values: readonly string[];
  /** The values of this long list are fetched. */
  list: ListName | undefined;
  /** This default applies while the field is empty. */
  standard: string | undefined;
}

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

/** The browser offers matching values while one types. A list takes any number of them. */
function ValuesField({ name, labelId, type, values, list }: FieldProps) {
  const { draft, change, isWrong } = useTry();
  const offers = useId();
  const field = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const long = useLongList(list, focused).values;
  const several = type === "list";
  const typed = draft.texts[name] ?? "";
  const chosen = several ? (draft.lists[name] ?? []) : [];

  const set = (text: string, next: readonly string[] = chosen) =>
    change({ ...draft, texts: { ...draft.texts, [name]: text }, lists: { ...draft.lists, [name]: next } });

  function add(value: string) {
    if (value !== "") set("", [...chosen.filter((other) => other !== value), value]);
  }

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value;
    const { nativeEvent } = event;
    // A value that was picked from the browser's suggestions is complete; one that is typed may continue.
    const picked = !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === "insertReplacementText";
    if (several && picked) add(text);
    else set(text);
  }

  return (
    <>
      <TextField
        ref={field}
        aria-labelledby={labelId}
        aria-invalid={isWrong(name) || undefined}
        list={offers}
        placeholder={several && chosen.length > 0 ? "Another" : undefined}
        value={typed}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={onChange}
        onKeyDown={(event) => {
          if (several && event.key === "Enter") add(typed);
        }}
      />
      <datalist id={offers}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
        {long?.map(({ value, title }) => (
          <option key={value} value={value} label={title === value ? undefined : title} />
        ))}
      </datalist>
      {chosen.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-1" aria-labelledby={labelId}>
          {chosen.map((value) => (
            <li
              key={value}
              className="flex min-h-chip max-w-full items-center rounded-2 border border-line-button bg-surface pl-2 text-text-1"
            >
              {value}
              <button
                type="button"
                aria-label={`Remove ${value}`}
                className="focus-ring-inset flex w-6 flex-none cursor-pointer items-center justify-center self-stretch rounded-2 text-text-2 hover:text-text-1 max-tablet:size-11"
                onClick={() => {
                  set(
                    typed,
                    chosen.filter((other) => other !== value),
                  );
                  field.current?.focus();
                }}
              >
                <X strokeWidth={2.5} className="size-[10px]" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
