"use client";
/** A period: the usual ones at a click, any other typed. */
import { useId, useState } from "react";
import type { DatesFilter } from "@/lib/contract/filters";
import { parseInstant } from "@/lib/contract/syntax";
import { withValue } from "@/lib/filters/edit";
import { ChoiceButton } from "./choice-button";
import { DATE_PRESETS, presetOf } from "./date-presets";
import { EntryField, Problem } from "./entry-field";
import { useFacets } from "./facet-context";
import { useToday } from "./filter-seed";

export function DatesFacet({ filter }: { filter: DatesFilter }) {
  const { query, change } = useFacets();
  const today = useToday();
  const id = useId();
  const [problem, setProblem] = useState<{ param: string; text: string }>();
  const [since, until] = [query[filter.since], filter.until === undefined ? undefined : query[filter.until]];
  const preset = presetOf(since, until, today);
  const clear = () => setProblem(undefined);

  function choose(day: string | undefined) {
    clear();
    const open = filter.until === undefined ? query : withValue(query, filter.until, undefined);
    change(withValue(open, filter.since, day));
  }

  function read(param: string, text: string): boolean {
    const next = withValue(query, param, text === "" ? undefined : text);
    const wrong =
      text !== "" && parseInstant(text, "start") === undefined
        ? `“${text.slice(0, 24)}” is not a date: write it like ${today}.`
        : backwards(next[filter.since], filter.until === undefined ? undefined : next[filter.until]);
    if (wrong === undefined) {
      clear();
      change(next);
    } else setProblem({ param, text: wrong });
    return wrong === undefined;
  }

  const field = (param: string, end: string, value: unknown, example: string) => (
    <EntryField
      label={`${filter.label}, ${end}`}
      placeholder={example}
      text={typeof value === "string" ? value : ""}
      problemId={problem?.param === param ? id : undefined}
      onText={(text) => read(param, text)}
      onTyping={clear}
    />
  );

  return (
    <>
      <fieldset className="mb-2 flex flex-wrap gap-1 in-data-touch:gap-2">
        <legend className="sr-only">{filter.label} in</legend>
        {DATE_PRESETS.map((choice) => (
          <ChoiceButton
            key={choice.label}
            pressed={choice === preset}
            // The day may have changed since the page was painted.
            onClick={() => choose(choice === preset ? undefined : choice.since(new Date().toISOString().slice(0, 10)))}
          >
            {choice.label}
          </ChoiceButton>
        ))}
      </fieldset>
      <div className="flex items-center gap-[7px] text-12 text-text-2 in-data-touch:gap-5 in-data-touch:text-13">
        {field(filter.since, "from", since, `${today.slice(0, 4)}-01-01`)}
        {filter.until !== undefined && (
          <>
            <span>to</span>
            {field(filter.until, "to", until, today)}
          </>
        )}
      </div>
      <Problem id={id}>{problem?.text}</Problem>
    </>
  );
}

function backwards(since: unknown, until: unknown): string | undefined {
  if (typeof since !== "string" || typeof until !== "string") return undefined;
  const [start, end] = [parseInstant(since, "start"), parseInstant(until, "end")];
  if (start === undefined || end === undefined || start <= end) return undefined;
  return `From ${since} is after to ${until}: no day lies between.`;
}
