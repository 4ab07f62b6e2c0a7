import { SAVED_LIMITS, type WatchedCompany } from "@dealflow/contract/account/saved";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SimpleColumn } from "@/components/data-table/simple-table";
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
    {
      id: "company",
      header: "Company",
      meta: { className: "panel:w-[17%] truncate" },
      cell: ({ row: { original } }) => (
        <Link
          className="focus-ring rounded-1 hover:underline in-data-touch:inline-flex in-data-touch:min-h-row-touch in-data-touch:items-center"
          href={`${PAGES.companies}/${encodeURIComponent(original.id)}`}
          title={original.name}
        >
          {original.name}
        </Link>
      ),
    },
    {
      id: "domain",
      header: "Domain",
      // On narrow screens these columns have no room for what the company's own page shows too.
      meta: { className: "panel:w-[12%] truncate panel:max-[1439px]:hidden" },
      cell: ({ row }) => row.original.domain ?? <Missing />,
    },
    {
      id: "note",
      header: "Note",
      meta: { line: true },
      cell: ({ row: { original } }) => (
        <Note key={original.version} company={original} onNote={(text) => onNote(original, text)} />
      ),
    },
    {
      id: "last",
      header: "Last owned event",
      meta: { className: "panel:w-[18%]" },
      cell: ({ row }) => {
        const summary = getSummary(row.original);
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
      },
    },
    {
      id: "events",
      header: "Events",
      meta: { align: "end", prefix: "Events", className: "panel:w-22" },
      cell: ({ row }) => {
        const summary = getSummary(row.original);
        if (summary === undefined) return null;
        if (summary.last === undefined) return summary.whole ? "0" : <Missing />;
        return `${least(summary)}${count(summary.last.events)}`;
      },
    },
    {
      id: "raised",
      header: "Raised",
      meta: { align: "end", prefix: "Raised", className: "panel:w-28" },
      cell: ({ row }) => {
        const summary = getSummary(row.original);
        if (summary === undefined) return null;
        const raised = summary.last?.raised;
        return raised == null ? <Missing /> : `${least(summary)}${compactUsd(raised)}`;
      },
    },
    {
      id: "added",
      header: "Added",
      meta: { className: "panel:w-18" },
      cell: ({ row: { original } }) => <When at={original.addedAt} />,
    },
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
