"use client";
/** Shows the first rows of a file as they will look. */
import type { ImportInspection } from "@dealflow/contract/account/imports/imports";
import { SectionTitle } from "@/components/shell/section";
import { count, formatCount } from "@/lib/format/counts";
import { CHOICES } from "./report-view";
import { fieldTitle, problemWords } from "./words";

export function PreviewTable({ preview }: { preview: ImportInspection["preview"] }) {
  const { fields, rows } = preview;
  if (rows.length === 0) return null;
  return (
    <section aria-label="As they will look">
      <SectionTitle className="mb-2" aside={`first ${rows.length === 1 ? "row" : formatCount(rows.length, "row")}`}>
        As they will look
      </SectionTitle>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard */}
      <section className="focus-ring-inset overflow-x-auto" tabIndex={0} aria-label="Preview of the rows">
        <table className="w-full border-collapse whitespace-nowrap">
          <caption className="sr-only">The first rows as they will look</caption>
          <thead>
            <tr className="border-y border-line-strong bg-surface-side text-left text-11 text-text-2">
              <th scope="col" className="h-row-head pr-4 pl-4 font-regular">
                Line
              </th>
              {fields.map((field) => (
                <th key={field} scope="col" className="pr-4 font-regular">
                  {fieldTitle(field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells, refused }) => (
              <tr key={line} className="h-row-compact border-b border-line">
                <td className="pr-4 pl-4 text-text-2">{count(line)}</td>
                {refused === null ? (
                  fields.map((field, index) => (
                    <td key={field} className="max-w-60 truncate pr-4" title={cells[index]}>
                      {cells[index] === "" ? "–" : valueTitle(field, cells[index])}
                    </td>
                  ))
                ) : (
                  <td colSpan={fields.length} className="text-bad-text">
                    {problemWords(refused)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** An allowed value reads as everywhere else: `series-a` as “Series A”. */
function valueTitle(field: string, cell: string | undefined): string | undefined {
  return CHOICES[field.split(".").at(-1) ?? ""]?.find(({ value }) => value === cell)?.title ?? cell;
}
