"use client";

import { useId } from "react";

interface Props<Value extends string | number> {
  label: string;
  options: readonly { value: Value; title: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few choices, all in view: native radio buttons side by side. */
export function Segmented<Value extends string | number>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="flex h-control w-fit items-stretch divide-x divide-line-button overflow-clip rounded-2 border border-line-button bg-surface in-data-touch:h-row-touch">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex cursor-pointer items-center px-2 text-12 text-text-2 hover:text-text-1 has-checked:bg-surface-well has-checked:font-medium has-checked:text-text-1 has-focus-visible:rounded-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus in-data-touch:px-3.5 in-data-touch:text-13"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
