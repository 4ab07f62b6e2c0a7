/** Writes problems of an import to files. */
import { closeSync, openSync, writeSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import { InputError } from "../read/input";
import { conflictReason, type Report } from "./report";

/** Writes every refused and conflicting row and every value left out, as JSON lines. */
export function problemFile(file: string): Report {
  const handle = opened("--report", file);
  const write = (value: unknown) => void writeSync(handle, `${JSON.stringify(value)}\n`);
  return {
    rowRejected: ({ line, reason }) => write({ line, reason }),
    valuesDropped: (line, values) => {
      for (const value of values) write({ line, ...value });
    },
    rowConflicting: (conflict) => write({ line: conflict.line, warning: conflictReason(conflict) }),
    end: () => closeSync(handle),
  };
}

/** Writes the refused rows with their reasons as CSV, under the header of the file, to be mended and imported. */
export function refusedFile(file: string, header: readonly string[]): Report {
  const handle = opened("--refused", file);
  const write = (cells: readonly string[]) => void writeSync(handle, stringify([[...cells]]));
  write([...header, "Refused because"]);
  return {
    rowRejected: ({ line, reason, cells = [] }) =>
      write([...header.map((_, index) => cells[index] ?? ""), `line ${line}: ${reason}`]),
    end: () => closeSync(handle),
  };
}

function opened(option: string, file: string): number {
  try {
    return openSync(file, "w");
  } catch (error) {
    throw new InputError(`${option} "${file}" cannot be written: ${error instanceof Error ? error.message : error}.`);
  }
}
