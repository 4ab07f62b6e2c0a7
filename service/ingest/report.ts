/** Reports an import: as text with the first rejected and conflicting rows, or as one JSON object with all rejected ones. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { ConflictingRow, RejectedRow } from "./import-rows";
import type { ImportTotals } from "./imports/totals";
import { InputError } from "./read/input";

interface ImportHeading {
  readonly file: string;
  readonly format: "csv" | "jsonl";
  readonly kind: string | null;
  readonly map: string | null;
  readonly source: string;
  readonly dryRun: boolean;
}

interface ImportEnd {
  /** The id of the import; null when nothing was stored. */
  readonly import: string | null;
  readonly totals: ImportTotals;
  readonly seconds: number;
  readonly complete: boolean;
  readonly error: string | null;
}

export interface Report {
  rowRejected(rejection: RejectedRow): void;
  rowConflicting(conflict: ConflictingRow): void;
  end(end: ImportEnd): void;
}

type Print = (text: string) => void;

const LISTED_ROWS = 20;

export function textReport(heading: ImportHeading, print: Print, reportFile: string | undefined): Report {
  const [refused, conflicts] = [new FirstRows(reportFile), new FirstRows(reportFile)];
  return {
    rowRejected: ({ line, reason }) => refused.add(line, reason),
    rowConflicting: (conflict) => conflicts.add(conflict.line, conflictReason(conflict)),
    end: ({ totals, seconds, error, complete }) => {
      const { rows } = totals;
      const speed = seconds > 0 ? ` (${number(rows.read / seconds)} rows/s)` : "";
      const lines = [
        `${heading.file}: ${number(rows.read)} rows read in ${seconds.toFixed(1)} s${speed}${heading.dryRun ? "; dry run, nothing was stored" : ""}`,
        ...OUTCOMES.map(([name, note]) => `  ${name.padEnd(12)}${number(rows[name]).padStart(10)}${note}`),
        `  companies ${counts(totals.companies)}; investors ${counts(totals.investors)}; people ${counts(totals.people)}`,
        ...refused.lines("Refused:", rows.refused),
        ...conflicts.lines("Warnings:", rows.conflicting),
        ...(error === null ? [] : [error]),
        ...(complete ? [] : [stoppedAt(totals, heading.dryRun)]),
      ];
      print(`${lines.join("\n")}\n`);
    },
  };
}

const OUTCOMES = [
  ["added", ""],
  ["changed", ""],
  ["merged", "  (another row for a record of an earlier row)"],
  ["conflicting", "  (the same, but with other values, which were ignored)"],
  ["unchanged", "  (already stored)"],
  ["refused", ""],
] as const;

/** Keeps the first rows of a kind, for a list that ends with how many more there are. */
class FirstRows {
  readonly #lines: string[] = [];

  constructor(private readonly reportFile: string | undefined) {}

  add(line: number, reason: string): void {
    if (this.#lines.length < LISTED_ROWS) this.#lines.push(`  line ${line}: ${reason}`);
  }

  lines(heading: string, total: number): string[] {
    if (this.#lines.length === 0) return [];
    const more = total - this.#lines.length;
    const where = this.reportFile === undefined ? "listed by --report <file>" : `in ${this.reportFile}`;
    return [heading, ...this.#lines, ...(more > 0 ? [`  and ${number(more)} more, ${where}`] : [])];
  }
}

function conflictReason({ firstLine }: ConflictingRow): string {
  return `The row has the key of line ${firstLine} with other values; line ${firstLine} was kept.`;
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

/** Prints rejected rows as they come, which takes no memory; conflicting ones are kept up to a limit. */
export function jsonReport(heading: ImportHeading, print: Print): Report {
  const conflicts: ConflictingRow[] = [];
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
    rowConflicting: (conflict) => {
      if (conflicts.length < LISTED_ROWS) conflicts.push(conflict);
    },
    end: ({ totals, ...end }) => {
      if (!started) print('{"refusals":[');
      print(`],${JSON.stringify({ conflicts, ...heading, ...totals, ...end }).slice(1)}\n`);
    },
  };
}

/** Writes every rejected and every conflicting row to a file, too. */
export function withReportFile(report: Report, file: string | undefined): Report {
  if (file === undefined) return report;
  const handle = opened(file);
  return {
    rowRejected: (rejection) => {
      writeSync(handle, `${JSON.stringify(rejection)}\n`);
      report.rowRejected(rejection);
    },
    rowConflicting: (conflict) => {
      writeSync(handle, `${JSON.stringify({ line: conflict.line, warning: conflictReason(conflict) })}\n`);
      report.rowConflicting(conflict);
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
