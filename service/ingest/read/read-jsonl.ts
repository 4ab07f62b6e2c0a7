import { StringDecoder } from "node:string_decoder";
import { RowError } from "../row-error";
import type { Input } from "./input";
import { DamagedFile, damage } from "./input";
import { jsonlRow } from "./jsonl-row";
import type { ReadRow } from "./read-csv";

const LONGEST_LINE = 1_000_000;

export async function* readJsonl(input: Input, file: string): AsyncGenerator<ReadRow> {
  let line = 0;
  try {
    for await (const text of lines(input, file, () => line)) {
      line++;
      if (text.trim() !== "") yield getRow(text, line);
    }
  } catch (error) {
    throw damage(error, file, line);
  }
}

async function* lines(input: Input, file: string, line: () => number): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of input.bytes) {
      const parts = (rest + decoder.write(chunk)).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
      if (rest.length > LONGEST_LINE)
        throw new DamagedFile(
          `${file} has a line of more than 1 MB after line ${line()}; put each object on its own line.`,
        );
    }
    rest += decoder.end();
    if (rest !== "") yield rest;
  } finally {
    input.bytes.destroy();
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
