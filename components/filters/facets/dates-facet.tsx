/** Sets a period: the usual ones at a click, any other typed in words or chosen in a calendar. */

import type { DatesFilter } from "@dealflow/contract/filters";
import { resolveRelativeDate } from "@dealflow/contract/query/relative-dates";
import { parseInstant } from "@dealflow/contract/query/syntax";
import { CalendarDays } from "lucide-react";
import { useId, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Popover } from "@/components/ui/popover";
import { isDayFirst, parsePeriod } from "@/lib/filters/date-words";
import { withValue } from "@/lib/filters/edit";
import { longDate } from "@/lib/format/dates";
import { useToday } from "../filter-seed";
import { WidenedNote } from "../widened-note";
import type { Period } from "./date-calendar";
import { DATE_PRESETS, findPreset, relativeText } from "./date-presets";
import { EntryField, Problem } from "./entry-field";
import { ChoiceButton } from "./facet-buttons";
import { useFacet } from "./facet-context";

const LazyDateCalendar = lazyComponent(async () => (await import("./date-calendar")).DateCalendar);

export function DatesFacet({ filter }: { filter: DatesFilter }) {
  const { query, edit } = useFacet();
  const today = useToday();
  const id = useId();
  const [problem, setProblem] = useState<{ param: string; text: string }>();
  const [note, setNote] = useState<string>();
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const ends: Period = {
    since: text(query[filter.since]),
    until: filter.until === undefined ? undefined : text(query[filter.until]),
  };
  const preset = findPreset(ends.since, ends.until);

  function clear() {
    setProblem(undefined);
    setNote(undefined);
  }

  function choose({ since, until }: Period) {
    clear();
    edit((before) => {
      const open = filter.until === undefined ? before : withValue(before, filter.until, until);
      return withValue(open, filter.since, since);
    });
  }

  function read(param: string, typed: string): boolean {
    const found = parseEnds(typed, param === filter.until ? "until" : "since", ends);
    if (typeof found === "string") {
      setProblem({ param, text: found });
      return false;
    }
    choose(found);
    setNote(found.note);
    return true;
  }

  const field = (param: string, end: string, value: string | undefined, example: string) => (
    <EntryField
      label={`${filter.label}, ${end}`}
      placeholder={example}
      text={value === undefined ? "" : (relativeText(value) ?? value)}
      problemId={problem?.param === param ? id : undefined}
      onText={(typed) => read(param, typed)}
      onTyping={clear}
      className="px-1.25"
    />
  );

  return (
    <>
      <fieldset className="mb-2 flex flex-wrap gap-1 in-data-touch:gap-2">
        <legend className="sr-only">{filter.label} in</legend>
        {DATE_PRESETS.map((one) => (
          <ChoiceButton
            key={one.label}
            pressed={one.since === preset?.since}
            onClick={() => choose({ since: one.since === preset?.since ? undefined : one.since, until: undefined })}
          >
            {one.label}
          </ChoiceButton>
        ))}
      </fieldset>
      <div className="flex items-center gap-1 text-12 text-text-2 in-data-touch:gap-3 in-data-touch:text-13">
        {field(filter.since, "from", ends.since, "6 months")}
        {filter.until !== undefined && (
          <>
            <span>to</span>
            {field(filter.until, "to", ends.until, "May 2026")}
          </>
        )}
        <Popover
          title={`${filter.label}, calendar`}
          className="px-1 text-text-2 in-data-touch:px-3"
          label={
            <>
              <CalendarDays size={14} />
              <span className="sr-only">{filter.label}, calendar</span>
            </>
          }
        >
          {(close) => (
            <LazyDateCalendar
              since={resolveDay(ends.since, today)}
              until={resolveDay(ends.until, today)}
              today={today}
              single={filter.until === undefined}
              onChoose={(next) => {
                choose(next);
                close();
              }}
            />
          )}
        </Popover>
      </div>
      <Problem id={id}>{problem?.text}</Problem>
      <WidenedNote />
      <p role="status" className="mt-1.5 text-12 text-text-2 empty:hidden in-data-touch:text-13">
        {note}
      </p>
    </>
  );
}

/** Returns the day of a relative date, and any other text as it is. */
function resolveDay(text: string | undefined, today: string): string | undefined {
  return text === undefined ? undefined : (resolveRelativeDate(text, today) ?? text);
}

function dayNow(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Parses the text that was typed at one end. In the first field a period sets both ends (`May 2026`, `Q1 2026`), and
 * one that lasts until today opens the other. The result is a sentence when the text cannot be read.
 */
function parseEnds(typed: string, end: keyof Period, ends: Period): (Period & { note?: string }) | string {
  if (typed === "") return { ...ends, [end]: undefined };
  const period =
    parseInstant(typed, "start") === undefined ? parsePeriod(typed, { today: dayNow(), dayFirst }) : undefined;
  let next: Period = { ...ends, [end]: typed };
  if (period !== undefined) {
    const day = end === "until" ? (period.until ?? period.since) : (period.since ?? period.until);
    const both = end === "since" && period.day === undefined;
    next = both ? { since: period.since, until: period.until } : { ...ends, [end]: day };
  } else if (parseInstant(typed, "start") === undefined) {
    return `“${typed.slice(0, 24)}” is not a date. Try 6 months, May 2026, Q1 2026 or 22/05/2026.`;
  }
  if (isBackwards(next))
    return `${longDate(resolveDay(next.since, dayNow()) ?? "")} is after ${longDate(resolveDay(next.until, dayNow()) ?? "")}. Start with the earlier date.`;
  if (!period?.ambiguous) return next;
  return { ...next, note: `Read as ${longDate(next[end] ?? "")}, ${dayFirst ? "day" : "month"} first.` };
}

const dayFirst = isDayFirst();

function isBackwards({ since, until }: Period): boolean {
  if (since === undefined || until === undefined) return false;
  const [start, end] = [parseInstant(since, "start"), parseInstant(until, "end")];
  return start !== undefined && end !== undefined && start > end;
}
