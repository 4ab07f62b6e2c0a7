/** Reports an import: as text with the first rejected rows, or as one JSON object with all of them. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { ImportTotals, RejectedRow } from "./import-rows";
import { InputError } from "./input";

export interface ImportHeading {
  readonly file: string;
  readonly format: "csv" | "jsonl";
  readonly kind: string | null;
  readonly map: string | null;
  readonly source: string;
  readonly dryRun: boolean;
}

export interface ImportEnd {
  readonly totals: ImportTotals;
  readonly seconds: number;
  /** Whether the whole file was read. */
  readonly complete: boolean;
  /** What ended it early. */
  readonly error: string | null;
}

export interface Report {
  rowRejected(rejection: RejectedRow): void;
  end(end: ImportEnd): void;
}

type Print = (text: string) => void;

const LISTED_ROWS = 20;

export function textReport(heading: ImportHeading, print: Print, reportFile: string | undefined): Report {
  const first: RejectedRow[] = [];
  return {
    rowRejected: (rejection) => {
      if (first.length < LISTED_ROWS) first.push(rejection);
    },
    end: ({ totals, seconds, error, complete }) => {
      const { rows } = totals;
      const speed = seconds > 0 ? ` (${number(rows.read / seconds)} rows/s)` : "";
      const lines = [
        `${heading.file}: ${number(rows.read)} rows read in ${seconds.toFixed(1)} s${speed}${heading.dryRun ? "; dry run, nothing was stored" : ""}`,
        ...(["added", "changed", "merged", "unchanged", "refused"] as const).map(
          (name) => `  ${name.padEnd(10)}${number(rows[name]).padStart(12)}${EXPLAINED[name]}`,
        ),
        `  companies ${counts(totals.companies)}; investors ${counts(totals.investors)}; people ${counts(totals.people)}`,
        ...(first.length > 0 ? ["Refused:"] : []),
        ...first.map(({ line, reason }) => `  line ${line}: ${reason}`),
        ...formatOverflow(rows.refused - first.length, reportFile),
        ...(error === null ? [] : [error]),
        ...(complete ? [] : [stoppedAt(totals, heading.dryRun)]),
      ];
      print(`${lines.join("\n")}\n`);
    },
  };
}

const EXPLAINED = {
  added: "",
  changed: "",
  merged: "  (same record as an earlier row of this run)",
  unchanged: "  (already stored)",
  refused: "",
} as const;

function formatOverflow(count: number, reportFile: string | undefined): string[] {
  if (count <= 0) return [];
  return [
    `  and ${number(count)} more, ${reportFile === undefined ? "listed by --report <file> or --json" : `in ${reportFile}`}`,
  ];
}

function stoppedAt({ storedThroughLine }: ImportTotals, dryRun: boolean): string {
  if (dryRun) return `Stopped after line ${storedThroughLine}.`;
  if (storedThroughLine === 0) return "Nothing was stored.";
  return `Rows up to line ${storedThroughLine} are stored. Run the same command again to continue.`;
}

function counts({ added, changed }: { added: number; changed: number }): string {
  return `${number(added)} added, ${number(changed)} changed`;
}

function number(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** The rejected rows are printed as they come, so that any number of them needs no room. */
export function jsonReport(heading: ImportHeading, print: Print): Report {
  let started = false;
  const start = () => {
    if (!started) print('{"refusals":[');
    else print(",\n");
    started = true;
  };
  return {
    rowRejected: (rejection) => {
      start();
      print(JSON.stringify(rejection));
    },
    end: ({ totals, ...end }) => {
      if (!started) print('{"refusals":[');
      print(`],${JSON.stringify({ ...heading, ...totals, ...end }).slice(1)}\n`);
    },
  };
}

/** Writes every rejected row to a file, too. */
export function withReportFile(report: Report, file: string | undefined): Report {
  if (file === undefined) return report;
  const handle = opened(file);
  return {
    rowRejected: (rejection) => {
      writeSync(handle, `${JSON.stringify(rejection)}\n`);
      report.rowRejected(rejection);
    },
    end: (end) => {
      closeSync(handle);
      report.end(end);
    },
  };
}

function opened(file: string): number {
  try {
    return openSync(file, "w");
  } catch (error) {
    throw new InputError(`--report "${file}" cannot be written: ${error instanceof Error ? error.message : error}.`);
  }
}
