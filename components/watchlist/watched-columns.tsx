import { SAVED_LIMITS, type WatchedCompany } from "@dealflow/contract/account/saved";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { column, type SimpleColumn } from "@/components/data-table/simple-table";
import { Missing } from "@/components/feed/columns/cells";
import { When } from "@/components/shell/when";
import { TextField } from "@/components/ui/forms/text-field";
import { Link } from "@/components/ui/link";
import { PAGES } from "@/lib/filters/pages";
import { count } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { compactUsd } from "@/lib/format/money";
import type { WatchedSummary } from "./watched-summary";

/** The numbers count owned records, which may be fewer than there are. */
export function watchedColumns(
  getSummary: (company: WatchedCompany) => WatchedSummary | undefined,
  now: Date,
  onNote: (company: WatchedCompany, text: string) => Promise<unknown>,
): readonly SimpleColumn<WatchedCompany>[] {
  const least = ({ whole }: WatchedSummary) => (whole ? "" : "at least ");
  return [
    column("company", "Company", { className: "panel:w-[17%] truncate" }, (row) => (
      <Link
        className="focus-ring rounded-1 hover:underline in-data-touch:inline-flex in-data-touch:min-h-row-touch in-data-touch:items-center"
        href={`${PAGES.companies}/${encodeURIComponent(row.id)}`}
        title={row.name}
      >
        {row.name}
      </Link>
    )),
    // On narrow screens these columns have no room for what the company's own page shows too.
    column(
      "domain",
      "Domain",
      { className: "panel:w-[12%] truncate panel:max-[1439px]:hidden" },
      (row) => row.domain ?? <Missing />,
    ),
    column("note", "Note", { line: true }, (row) => (
      <Note key={row.version} company={row} onNote={(text) => onNote(row, text)} />
    )),
    column("last", "Last owned event", { className: "panel:w-[18%]" }, (row) => {
      const summary = getSummary(row);
      if (summary === undefined) return null;
      const { last, whole } = summary;
      if (last === undefined) return whole ? "none" : "none owned";
      return (
        <span className="flex gap-1">
          <span className="truncate" title={last.text}>
            {last.text}
          </span>{" "}
          <span className="text-text-3">{shortDate(last.at, now)}</span>
        </span>
      );
    }),
    column("events", "Events", { align: "end", prefix: "Events", className: "panel:w-22" }, (row) => {
      const summary = getSummary(row);
      if (summary === undefined) return null;
      if (summary.last === undefined) return summary.whole ? "0" : <Missing />;
      return `${least(summary)}${count(summary.last.events)}`;
    }),
    column("raised", "Raised", { align: "end", prefix: "Raised", className: "panel:w-28" }, (row) => {
      const summary = getSummary(row);
      if (summary === undefined) return null;
      const raised = summary.last?.raised;
      return raised == null ? <Missing /> : `${least(summary)}${compactUsd(raised)}`;
    }),
    column("added", "Added", { prefix: "Added", className: "panel:w-18" }, (row) => <When at={row.addedAt} />),
  ];
}

/** Saves on Enter and on blur; Escape restores the previous note. */
function Note({ company, onNote }: { company: WatchedCompany; onNote: (text: string) => Promise<unknown> }) {
  const [text, setText] = useState(company.note);
  const { error, mutate } = useMutation({ mutationFn: onNote });
  return (
    <>
      <TextField
        aria-label={`Note on ${company.name}`}
        placeholder="Add a note"
        value={text}
        maxLength={SAVED_LIMITS.note}
        aria-invalid={error !== null}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text.trim() !== company.note && mutate(text.trim())}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setText(company.note);
        }}
      />
      <span role="alert" className="text-12 text-bad-text empty:hidden">
        {error?.message}
      </span>
    </>
  );
}
