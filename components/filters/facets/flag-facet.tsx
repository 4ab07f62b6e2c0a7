"use client";
import type { FlagFilter } from "@dealflow/contract/filters";
import { Checkbox } from "@/components/ui/checkbox";
import { Radio } from "@/components/ui/radio";
import { withValue } from "@/lib/filters/edit";
import { RowCount } from "../lists/row-count";
import { NOTHING_CHOSEN } from "../summaries";
import { useCounts, useFacet, useSums } from "./facet-context";

export function FlagFacet({ filter }: { filter: FlagFilter }) {
  const { query, edit } = useFacet();
  const counts = useCounts(filter);
  const sums = useSums(filter);
  const value = query[filter.param];
  const set = (next: boolean | undefined) => edit((before) => withValue(before, filter.param, next));
  const [yes, no] = filter.titles;

  if (!filter.either)
    return (
      <Line title={yes} rows={counts.get("true")} sum={sums.get("true")}>
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
        <Line key={title} title={title} rows={counts.get(String(choice))} sum={sums.get(String(choice))}>
          <Radio name={filter.param} checked={value === choice} onChange={() => set(choice)} />
        </Line>
      ))}
    </fieldset>
  );
}

interface LineProps {
  title: string;
  rows: number | undefined;
  sum: string | undefined;
  children: React.ReactNode;
}

function Line({ title, rows, sum, children }: LineProps) {
  return (
    <div className="-mx-2 flex h-row-facet items-center gap-2 rounded-2 px-2 text-12 text-text-1 hover:bg-text-1/5 in-data-touch:h-row-touch in-data-touch:text-15">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box in it is ours */}
      <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2 in-data-touch:gap-3">
        {children}
        <span className="truncate">{title}</span>
      </label>
      {rows !== undefined && <RowCount rows={rows} sum={sum} showsZero />}
    </div>
  );
}
