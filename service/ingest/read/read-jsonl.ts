import { RowError } from "../row-error";
import { damage } from "./input";
import { jsonlRow } from "./jsonl-row";
import type { ReadRow } from "./read-row";
import { splitLines } from "./tables/lines";

/** Reads lines of our own form, `{"kind": …, "record": …}`. */
export async function* readOwnLines(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<ReadRow> {
  let line = 0;
  try {
    for await (const text of splitLines(chunks, file)) {
      line++;
      if (text.trim() !== "") yield getRow(text, line);
    }
  } catch (error) {
    throw damage(error, file, line);
  }
}

function getRow(text: string, line: number): ReadRow {
  try {
    return { line, row: jsonlRow(line === 1 ? text.replace(/^\uFEFF/, "") : text) };
  } catch (error) {
    if (error instanceof RowError) return { line, reason: error.message };
    throw error;
  }
}

/** Returns whether JSON lines with this header are of our own form. */
export function isOwnForm(header: readonly string[]): boolean {
  return header.includes("kind") && header.some((name) => name.startsWith("record."));
}
