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
    <fieldset className="chart-choice">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="chart-choice-option">
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
