/** Writes problems of an import to files. */
import { closeSync, openSync, writeSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import { InputError } from "../read/input";
import { conflictReason, type Report } from "./report";

interface FilePart {
  /** A file of problems begins with the first part of a command, and the others are added to it. */
  readonly isFirst: boolean;
  /** The name of the part; null for the only one. */
  readonly part: string | null;
}

/** Writes every refused and conflicting row and every value left out, as JSON lines. */
export function problemFile(file: string, { isFirst, part }: FilePart): Report {
  const handle = opened("--report", file, isFirst);
  const named = part === null ? {} : { part };
  const write = (value: object) => void writeSync(handle, `${JSON.stringify({ ...named, ...value })}\n`);
  return {
    refused: ({ line, reason }) => write({ line, reason }),
    dropped: (line, values) => {
      for (const value of values) write({ line, ...value });
    },
    conflicting: (conflict) => write({ line: conflict.line, warning: conflictReason(conflict) }),
    end: () => closeSync(handle),
  };
}

/**
 * Writes the refused rows with their reasons as CSV, under the header of the file, to be mended and imported. The rows
 * of a later part follow under a header of their own.
 */
export function refusedFile(file: string, header: readonly string[], { isFirst }: FilePart): Report {
  const handle = opened("--refused", file, isFirst);
  const write = (cells: readonly string[]) => void writeSync(handle, stringify([[...cells]]));
  let hasHeader = isFirst;
  const writeHeader = () => write([...header, "Refused because"]);
  if (isFirst) writeHeader();
  return {
    refused: ({ line, reason, cells = [] }) => {
      if (!hasHeader) writeHeader();
      hasHeader = true;
      write([...header.map((_, index) => cells[index] ?? ""), `line ${line}: ${reason}`]);
    },
    end: () => closeSync(handle),
  };
}

function opened(option: string, file: string, isFirst: boolean): number {
  try {
    return openSync(file, isFirst ? "w" : "a");
  } catch (error) {
    throw new InputError(`${option} "${file}" cannot be written: ${error instanceof Error ? error.message : error}.`);
  }
}
