"use client";

import { useId } from "react";

interface Props<Value extends string> {
  label: string;
  options: readonly { readonly value: Value; readonly title: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few words over a chart, the chosen one underlined: native radio buttons. */
export function Choice<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-none gap-3 @max-[640px]:gap-2 [&+fieldset]:ml-2 [&+fieldset]:border-l [&+fieldset]:border-line-strong [&+fieldset]:pl-4">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-6 min-w-6 cursor-pointer items-center whitespace-nowrap text-text-2 hover:text-text-1 has-checked:font-medium has-checked:text-text-1 has-checked:shadow-[inset_0_-2px_var(--accent)] has-focus-visible:rounded-1 has-focus-visible:outline-2 has-focus-visible:outline-focus"
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
    </fieldset>
  );
}
