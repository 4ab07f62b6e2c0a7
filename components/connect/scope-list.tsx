"use client";

import { SCOPES, type Scope } from "@dealflow/contract/scopes";
import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

interface Props {
  requested: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: readonly Scope[]) => void;
}

/** Lists each scope that a client requests, with its meaning. */
export function ScopeList({ requested, chosen, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">What it may read</legend>
      {requested.map((scope) => (
        <label
          key={scope}
          htmlFor={`${id}-${scope}`}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 border-t border-line py-1.5 last:border-b max-tablet:min-h-row-touch"
        >
          <Checkbox
            id={`${id}-${scope}`}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? requested.filter((one) => one === scope || chosen.includes(one))
                  : chosen.filter((one) => one !== scope),
              )
            }
          />
          <span className="min-w-0 flex-1">{SCOPES[scope]}</span>
          <code className="shrink-0 font-mono text-11 text-text-2 max-tablet:hidden">{scope}</code>
        </label>
      ))}
    </fieldset>
  );
}
