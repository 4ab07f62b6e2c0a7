/** Reports an import as text, with the first refused and conflicting rows, and the values that were left out by group. */

import { type ProblemGroup, ProblemGroups } from "../imports/problems";
import type { ImportTotals } from "../imports/totals";
import type { ProposedColumn } from "../propose/propose-map";
import { conflictReason, type ImportHeading, type Print, type Report } from "./report";

const LISTED_ROWS = 20;

export function textReport(heading: ImportHeading, print: Print, reportFile: string | undefined): Report {
  const [refused, conflicts, dropped]: [string[], string[], ProblemGroups] = [[], [], new ProblemGroups()];
  const add = (rows: string[], line: number, reason: string) => {
    if (rows.length < LISTED_ROWS) rows.push(`  line ${line}: ${reason}`);
  };
  const moreLines = (more: number) =>
    more > 0
      ? [`  and ${number(more)} more, ${reportFile === undefined ? "listed by --report <file>" : `in ${reportFile}`}`]
      : [];
  const firstRows = (heading: string, rows: readonly string[], all: number) =>
    rows.length === 0 ? [] : [heading, ...rows, ...moreLines(all - rows.length)];
  if (heading.proposal !== null) print(`${proposedLines(heading).join("\n")}\n`);
  return {
    refused: ({ line, reason }) => add(refused, line, reason),
    dropped: (line, values) => {
      for (const { reason } of values) dropped.add(reason, line);
    },
    conflicting: (conflict) => add(conflicts, conflict.line, conflictReason(conflict)),
    end: ({ import: id, totals, leftOut, notes, values, seconds, error, complete }) => {
      const { rows } = totals;
      const groups = dropped.list(LISTED_ROWS);
      const speed = seconds > 0 ? ` (${number(rows.read / seconds)} rows/s)` : "";
      const lines = [
        `${heading.file}: ${number(rows.read)} rows read in ${seconds.toFixed(1)} s${speed}${heading.dryRun ? "; dry run, nothing was stored" : ""}`,
        ...OUTCOMES.map(([name, note]) => `  ${name.padEnd(12)}${number(rows[name]).padStart(10)}${note}`),
        `  companies ${counts(totals.companies)}; investors ${counts(totals.investors)}; people ${counts(totals.people)}`,
        ...(totals.withdrawn === 0
          ? []
          : [
              `  ${number(totals.withdrawn)} of ${number(totals.sourceRecords)} records withdrawn, which the file lacks`,
            ]),
        ...(leftOut === 0 ? [] : [`  ${number(leftOut)} rows left out by the conditions of the map`]),
        ...amountLines(totals.amounts),
        ...notes.map((note) => `  ${note}`),
        ...firstRows("Refused:", refused, rows.refused),
        ...groupLines("Values left out, of rows that are stored:", groups),
        ...moreLines(totals.dropped - groups.reduce((sum, group) => sum + group.rows, 0)),
        ...groupLines("Names of several people:", values.split(LISTED_ROWS)),
        ...groupLines("Values that look like lists:", values.lists(LISTED_ROWS)),
        ...groupLines("Names and rounds that are doubtful, and stored:", values.doubts(LISTED_ROWS)),
        ...groupLines("Values that state nothing:", values.nothing(LISTED_ROWS)),
        ...firstRows("Warnings:", conflicts, rows.conflicting),
        ...(error === null ? [] : [error]),
        ...(complete ? [] : [stoppedAt(totals, heading.dryRun)]),
        ...(id === null ? [] : [`Import ${id}; undo it with: npm run import -- undo ${id}`]),
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

function proposedLines({ file, proposal }: ImportHeading): string[] {
  if (proposal === null) return [];
  const { kind, columns, map } = proposal;
  return [
    ...[`${file} holds ${kind} records. The columns are read as:`, ...columnLines(columns)],
    ...[MAP_FOLLOWS, JSON.stringify(map, null, 2)],
  ];
}

export const MAP_FOLLOWS = "Map, to be saved and changed for --map:";

export function columnLines(columns: readonly ProposedColumn[]): string[] {
  const widest = Math.max(...columns.map(({ column }) => column.length));
  return columns.map(({ column, field, why }) => `  ${column.padEnd(widest)}  ${field ?? "not imported"}  (${why})`);
}

function amountLines({ converted, withoutRate }: ImportTotals["amounts"]): string[] {
  if (converted + withoutRate === 0) return [];
  const without = `${number(withoutRate)} without a rate${withoutRate === 0 ? "" : "; import rates with ecb-rates <file>"}`;
  return [`  amounts in other currencies: ${number(converted)} converted to dollars, ${without}`];
}

function groupLines(heading: string, groups: readonly ProblemGroup[]): string[] {
  if (groups.length === 0) return [];
  return [heading, ...groups.map(({ problem, rows, line }) => `  ${number(rows)} × ${problem} First in line ${line}.`)];
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
