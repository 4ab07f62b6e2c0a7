"use client";
/** A field whose values are listed: one types, the browser offers what matches. Of a list any number is taken. */
import { X } from "lucide";
import { type ChangeEvent, useId, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import { TextField } from "@/components/ui/text-field";
import type { FieldProps } from "./field-props";
import { loadList, useLongList } from "./long-lists";
import { useTry } from "./try-state";

export function ValuesField({ name, labelId, type, values, list }: FieldProps) {
  const { draft, change, isWrong } = useTry();
  const offers = useId();
  const field = useRef<HTMLInputElement>(null);
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
    // A value that was picked from what the browser offers is complete, one that is typed may go on.
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
        onFocus={() => {
          if (list !== undefined) loadList(list);
        }}
        onChange={onChange}
        onKeyDown={(event) => {
          if (several && event.key === "Enter") add(typed);
        }}
      />
      <Offers id={offers} values={values} list={list} />
      {chosen.length > 0 && (
        <ul className="reference-chips" aria-labelledby={labelId}>
          {chosen.map((value) => (
            <li key={value}>
              {value}
              <button
                type="button"
                aria-label={`Remove ${value}`}
                className="focus-ring-inset"
                onClick={() => {
                  set(
                    typed,
                    chosen.filter((other) => other !== value),
                  );
                  field.current?.focus();
                }}
              >
                <Icon of={X} strokeWidth={2.5} className="size-[10px]" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Offers({ id, values, list }: { id: string; values: readonly string[]; list: FieldProps["list"] }) {
  const long = useLongList(list);
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
      {typeof long === "object" &&
        long.map(({ value, title }) => (
          <option key={value} value={value} label={title === value ? undefined : title} />
        ))}
    </datalist>
  );
}
