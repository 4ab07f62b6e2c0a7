/**
 * Chooses a period by its days. Nothing is filtered before it is applied, because a half-chosen period would buy a
 * page.
 */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Calendar } from "@/components/ui/calendar";
import { shortDate } from "@/lib/format/dates";

/** An end that is `undefined` is open. */
export interface Period {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

interface Props extends Period {
  /** The date is YYYY-MM-DD, in UTC. */
  today: string;
  /** Only a first day is chosen, without an end. */
  single: boolean;
  onChoose: (period: Period) => void;
}

/** The menu of years begins with this year. */
const FIRST_YEAR = 1990;

export function DateCalendar({ since, until, today, single, onChoose }: Props) {
  const [from, setFrom] = useState(since);
  const [to, setTo] = useState(until);
  const now = parseDay(today) ?? new Date();
  const selected = { from: parseDay(from), to: parseDay(to) };
  const shared = {
    autoFocus: true,
    defaultMonth: selected.to ?? selected.from ?? now,
    startMonth: new Date(FIRST_YEAR, 0),
    endMonth: now,
    disabled: { after: now },
    today: now,
  };
  return (
    <div className="flex flex-col gap-2 p-2">
      {single ? (
        <Calendar mode="single" selected={parseDay(from)} onSelect={(day) => setFrom(formatDay(day))} {...shared} />
      ) : (
        <Calendar
          mode="range"
          resetOnSelect
          selected={selected}
          onSelect={(range) => {
            setFrom(formatDay(range?.from));
            setTo(formatDay(range?.to));
          }}
          {...shared}
        />
      )}
      <div className="flex items-center justify-between gap-3 border-t border-line pt-2">
        <span className="text-12 text-text-2" aria-live="polite">
          {periodText({ since: from, until: to }, single, new Date(today))}
        </span>
        <Button variant="primary" disabled={from === undefined} onClick={() => onChoose({ since: from, until: to })}>
          Apply
        </Button>
      </div>
    </div>
  );
}

function periodText({ since, until }: Period, single: boolean, now: Date): string {
  if (since === undefined) return single ? "Choose a day" : "Choose the first and last day";
  if (until === undefined) return `Since ${shortDate(since, now)}`;
  return since === until ? shortDate(since, now) : `${shortDate(since, now)} to ${shortDate(until, now)}`;
}

/** The calendar has a day as midnight of the browser's own time. */
function parseDay(day: string | undefined): Date | undefined {
  const [year, month, date] = (day ?? "").slice(0, 10).split("-").map(Number);
  return year && month && date ? new Date(year, month - 1, date) : undefined;
}

function formatDay(date: Date | undefined): string | undefined {
  if (date === undefined) return undefined;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
