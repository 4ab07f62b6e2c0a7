"use client";
import type { FlagFilter } from "@dealflow/contract/filters";
import { Checkbox } from "@/components/ui/checkbox";
import { Radio } from "@/components/ui/radio";
import { withValue } from "@/lib/filters/edit";
import { count } from "@/lib/format/counts";
import { NOTHING_CHOSEN } from "../summaries";
import { useCounts, useFacet } from "./facet-context";

export function FlagFacet({ filter }: { filter: FlagFilter }) {
  const { query, edit } = useFacet();
  const counts = useCounts(filter);
  const value = query[filter.param];
  const set = (next: boolean | undefined) => edit((before) => withValue(before, filter.param, next));
  const [yes, no] = filter.titles;

  if (!filter.either)
    return (
      <Line title={yes} rows={counts.get("true")}>
        <Checkbox checked={value === true} onChange={() => set(value === true ? undefined : true)} />
      </Line>
    );
  const choices = [
    [undefined, NOTHING_CHOSEN],
    [true, yes],
    [false, no],
  ] as const;
  return (
    <fieldset>
      <legend className="sr-only">{filter.label}</legend>
      {choices.map(([choice, title]) => (
        <Line key={title} title={title} rows={counts.get(String(choice))}>
          <Radio name={filter.param} checked={value === choice} onChange={() => set(choice)} />
        </Line>
      ))}
    </fieldset>
  );
}

function Line({ title, rows, children }: { title: string; rows: number | undefined; children: React.ReactNode }) {
  return (
    <div className="-mx-2 flex h-row-facet items-center gap-2 rounded-2 px-2 text-12 text-text-1 hover:bg-text-1/5 in-data-touch:h-row-touch in-data-touch:text-15">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box in it is ours */}
      <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2 in-data-touch:gap-3">
        {children}
        <span className="truncate">{title}</span>
      </label>
      {rows !== undefined && (
        <span key={rows} className="text-11 text-text-3 in-data-touch:text-13">
          {count(rows)}
        </span>
      )}
    </div>
  );
}
