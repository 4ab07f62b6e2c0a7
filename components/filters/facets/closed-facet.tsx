/** Renders the facets that are closed at first, by their kind. */
import type { DatesFilter, FlagFilter, TextFilter, TreeFilter } from "@dealflow/contract/filters";
import { characters, isUuid, isWellFormed, MAX_TEXT_LENGTH, reduceDomain } from "@dealflow/contract/query/syntax";
import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Radio } from "@/components/ui/radio";
import { withValue } from "@/lib/filters/edit";
import { NOTHING_CHOSEN } from "../filter-text";
import { RowCount } from "../lists/row-count";
import { DatesFacet } from "./dates-facet";
import { EntryField, Problem } from "./entry-field";
import { useCounts, useFacet, useSums } from "./facet-context";
import { TreeFacet } from "./tree-facet";

export function ClosedFacet({ filter }: { filter: DatesFilter | FlagFilter | TextFilter | TreeFilter }) {
  switch (filter.kind) {
    case "dates":
      return <DatesFacet filter={filter} />;
    case "text":
      return <TextFacet filter={filter} />;
    case "tree":
      return <TreeFacet filter={filter} />;
    case "flag":
      return <FlagFacet filter={filter} />;
  }
}

const FORMS: Readonly<
  Record<TextFilter["form"], { placeholder: string; expected: string; read(text: string): string | undefined }>
> = {
  id: {
    placeholder: "00000000-0000-0000-0000-000000000000",
    expected: "a valid id (UUID)",
    read: (text) => (isUuid(text) ? text.toLowerCase() : undefined),
  },
  domain: { placeholder: "example.com", expected: "a domain such as example.com", read: reduceDomain },
  search: {
    placeholder: "Words",
    expected: `up to ${MAX_TEXT_LENGTH} characters`,
    read: (text) => (isWellFormed(text) && characters(text) <= MAX_TEXT_LENGTH ? text : undefined),
  },
};

/** Takes text of a known form: an id, a domain, words. */
function TextFacet({ filter }: { filter: TextFilter }) {
  const { query, edit } = useFacet();
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const form = FORMS[filter.form];

  function read(text: string): boolean {
    const value = text === "" ? undefined : form.read(text);
    if (text !== "" && value === undefined) {
      setProblem(`Enter ${form.expected}.`);
      return false;
    }
    setProblem(undefined);
    edit((before) => withValue(before, filter.param, value));
    return true;
  }

  return (
    <>
      <EntryField
        label={filter.label}
        placeholder={form.placeholder}
        inputMode={filter.form === "domain" ? "url" : "text"}
        text={String(query[filter.param] ?? "")}
        problemId={problem === undefined ? undefined : id}
        onText={read}
        onTyping={() => setProblem(undefined)}
      />
      <Problem id={id}>{problem}</Problem>
    </>
  );
}

function FlagFacet({ filter }: { filter: FlagFilter }) {
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
