/** A report hears of every problem of an import as it comes, and of its end. */

import type { ConflictingRow, RejectedRow } from "../import-rows";
import type { ImportTotals } from "../imports/totals";
import type { ValueNotes } from "../imports/value-notes";
import type { MemberProposal } from "../propose/propose-member";
import type { ImportMap } from "../read/map";
import { formatValue } from "../row-error";
import type { DroppedValue } from "../statement";

export interface ImportHeading {
  readonly file: string;
  readonly format: string;
  readonly kind: string | null;
  /** The name or file of the map that was given. */
  readonly map: string | null;
  readonly usedMap: ImportMap | null;
  /** The proposal is null where a map was given. */
  readonly proposal: MemberProposal | null;
  readonly source: string;
  readonly dryRun: boolean;
}

export interface ImportEnd {
  /** The id of the import; null when nothing was stored. */
  readonly import: string | null;
  readonly totals: ImportTotals;
  /** Rows that the conditions of the map left out. */
  readonly leftOut: number;
  readonly notes: readonly string[];
  /** Values of lists that look like several, and values that state nothing. */
  readonly values: ValueNotes;
  readonly seconds: number;
  readonly complete: boolean;
  readonly error: string | null;
}

export interface Report {
  refused?(rejection: RejectedRow): void;
  dropped?(line: number, values: readonly DroppedValue[]): void;
  conflicting?(conflict: ConflictingRow): void;
  /** @param share the share of the file that was read, from 0 to 1 */
  progress?(totals: ImportTotals, share: number): void;
  end(end: ImportEnd): void;
}

export type Print = (text: string) => void;

/** Passes everything on to several reports. */
export function combineReports(reports: readonly Report[]): Required<Report> {
  const pass = (send: (report: Report) => void) => {
    for (const report of reports) send(report);
  };
  return {
    refused: (rejection) => pass((report) => report.refused?.(rejection)),
    dropped: (line, values) => pass((report) => report.dropped?.(line, values)),
    conflicting: (conflict) => pass((report) => report.conflicting?.(conflict)),
    progress: (totals, share) => pass((report) => report.progress?.(totals, share)),
    end: (end) => pass((report) => report.end(end)),
  };
}

export function conflictReason({ firstLine, ignored }: ConflictingRow): string {
  const values = ignored.map(({ field, value }) => `${field} ${formatValue(value)}`).join(", ");
  return `The row has the key of line ${firstLine} with other values, which are left out: ${values}.`;
}
