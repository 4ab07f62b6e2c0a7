/** Shows what a check found, or what an import did. */
import {
  IMPORTS,
  type ImportFile,
  type ImportInspection,
  type ImportReport,
} from "@dealflow/contract/account/imports/imports";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS } from "@dealflow/contract/values/events";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "@dealflow/contract/values/organisations";
import type { ReactNode } from "react";
import { column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { SectionTitle } from "@/components/shell/section";
import { Options } from "@/components/ui/forms/options";
import { TEXT_LINK } from "@/components/ui/text-link";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { count, formatCount } from "@/lib/format/counts";
import { giveMeaning } from "./edit-map";
import { fieldTitle, problemWords } from "./words";

type Group = ImportReport["refused"][number];

interface Props {
  file: ImportFile;
  report: ImportReport;
  /** Reads the file again by a map in which a value has a meaning; undefined while that is not possible. */
  onMap: ((map: string) => void) | undefined;
}

export function ReportView({ file, report, onMap }: Props) {
  const { rows, companies, investors, amounts } = report;
  const isDone = file.state === "imported";
  const figures: readonly (readonly [number, string])[] = [
    [rows.added, isDone ? "rows added" : "new"],
    [rows.changed, isDone ? "rows changed" : "will change"],
    [rows.unchanged + rows.merged, "already here"],
    [rows.refused, "refused"],
    ...(
      [
        [rows.conflicting, "contradict an earlier row"],
        [companies.added, "new companies"],
        [investors.added, "new investors"],
        [report.withdrawn, isDone ? "withdrawn" : "will be withdrawn"],
        [amounts?.converted ?? 0, "amounts converted to dollars"],
        [amounts?.withoutRate ?? 0, "amounts without an exchange rate"],
      ] as const
    ).filter(([number]) => number > 0),
  ];
  return (
    <>
      <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([number, words]) => (
          <div key={words} className="flex flex-col-reverse">
            <dt className="text-12 text-text-2">{words}</dt>
            <dd className="text-20 font-semibold">{count(number)}</dd>
          </div>
        ))}
      </dl>
      {amounts !== undefined && amounts.withoutRate > 0 && (
        <p className="mb-5 max-w-measure text-text-2">
          Amounts without an exchange rate keep their own currency, and are in no sum, chart or filter in dollars.
          Import <code>eurofxref-hist.zip</code> of the European Central Bank first, then{" "}
          {isDone ? "import this file again" : "check this file again"}.
        </p>
      )}
      {report.notes !== undefined && report.notes.length > 0 && (
        <ul aria-label="Notes" className="mb-5 list-disc pl-4 text-text-2">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Groups
        title="Refused rows"
        words="They are not stored."
        groups={report.refused}
        tools={
          rows.refused > 0 && (
            <a
              className={TEXT_LINK}
              href={`${PAGE_ROUTE}${IMPORTS.refusedRows.path.replace(":id", file.id)}`}
              download="refused-rows.csv"
            >
              Download {formatCount(rows.refused, "row")} to mend
            </a>
          )
        }
      />
      <Groups
        title="Values left out"
        words="The rows are stored without them, unless you say what they mean."
        groups={report.dropped}
        columns={[
          ...GROUP_COLUMNS,
          column("means", "Means", {}, (row) => (
            <ValueChoice left={row.left} map={file.inspection?.map} onMap={onMap} />
          )),
        ]}
      />
      <Groups
        title="Contradictions"
        words="Values of an earlier row for the same record are kept."
        groups={report.conflicting ?? []}
      />
      <Groups title="Names of several people" words="Each has a move of their own." groups={report.split ?? []} />
      <Groups
        title="Values that may be more than one"
        words="Each is stored as it is written."
        groups={report.lists ?? []}
      />
      <Groups title="Values that state nothing" words="Nothing is stored for them." groups={report.nothing ?? []} />
    </>
  );
}

interface GroupsProps {
  title: string;
  words: string;
  groups: readonly Group[];
  tools?: ReactNode;
  columns?: readonly SimpleColumn<Group>[];
}

function Groups({ title, words, groups, tools, columns = GROUP_COLUMNS }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <section className="mb-6" aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <SectionTitle aside={words}>{title}</SectionTitle>
        {tools}
      </div>
      <SimpleTable caption={title} stacked="tablet" rows={groups} rowId={({ problem }) => problem} columns={columns} />
    </section>
  );
}

const GROUP_COLUMNS: readonly SimpleColumn<Group>[] = [
  column("problem", "Problem", { line: true, className: "w-full" }, (row) => (
    <span className="whitespace-normal">{problemWords(row.problem)}</span>
  )),
  column("rows", "Rows", { align: "end" }, (row) => formatCount(row.rows, "row")),
  column("line", "First", {}, (row) => `line ${count(row.line)}`),
];

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** The allowed values of a field, by the last part of its name. */
export const CHOICES: Readonly<Record<string, readonly Choice[]>> = {
  round: ROUNDS,
  moveType: MOVE_TYPES,
  paymentType: PAYMENT_TYPES,
  roleSeniority: ROLE_SENIORITIES,
  employeeCountBucket: EMPLOYEE_BUCKETS,
  type: INVESTOR_TYPES,
  verticals: VERTICALS,
  hqCountry: COUNTRIES,
  industryGroup: INDUSTRIES.map((label) => ({ value: label, title: label })),
};

interface ValueChoiceProps {
  left: { readonly field: string; readonly value: string } | undefined;
  map: string | undefined;
  onMap: ((map: string) => void) | undefined;
}

/** Lets a person say which allowed value a source's value means, for all rows that have it. */
function ValueChoice({ left, map, onMap }: ValueChoiceProps) {
  const choices = CHOICES[left?.field.split(".").at(-1) ?? ""];
  if (left === undefined || map === undefined || choices === undefined) return null;
  return (
    <select
      aria-label={`Meaning of ${left.value}`}
      className="focus-ring h-control w-40 rounded-2 border border-line-button bg-surface px-2 text-12 in-data-touch:h-row-touch"
      disabled={onMap === undefined}
      value=""
      onChange={(event) => onMap?.(giveMeaning(map, left.field, left.value, event.target.value))}
    >
      <option value="">left out</option>
      <Options of={choices} />
    </select>
  );
}

/** Shows the first rows of a file as they will look. */
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
