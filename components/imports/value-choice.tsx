"use client";
/** Lets a person say which allowed value a source's value means, for all rows that have it. */
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "@dealflow/contract/values/events";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "@dealflow/contract/values/organisations";
import { giveMeaning } from "./edit-map";

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** The allowed values of a field, by the last part of its name. */
const CHOICES: Readonly<Record<string, readonly Choice[]>> = {
  round: ROUNDS,
  moveType: MOVE_TYPES,
  paymentType: PAYMENT_TYPES,
  roleSeniority: ROLE_SENIORITIES,
  employeeCountBucket: EMPLOYEE_BUCKETS,
  type: INVESTOR_TYPES,
  verticals: VERTICALS,
  hqCountry: COUNTRIES,
  industryGroup: INDUSTRIES.map((label) => ({ value: label, title: label })),
};

interface Props {
  left: { readonly field: string; readonly value: string } | undefined;
  map: string | undefined;
  onMap: ((map: string) => void) | undefined;
}

export function ValueChoice({ left, map, onMap }: Props) {
  const choices = CHOICES[left?.field.split(".").at(-1) ?? ""];
  if (left === undefined || map === undefined || choices === undefined) return null;
  return (
    <select
      aria-label={`Meaning of ${left.value}`}
      className="focus-ring h-control w-40 rounded-2 border border-line-button bg-surface px-2 text-12 in-data-touch:h-row-touch"
      disabled={onMap === undefined}
      value=""
      onChange={(event) => onMap?.(giveMeaning(map, left.field, left.value, event.target.value))}
    >
      <option value="">left out</option>
      {choices.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}
