/** Splits text into lines while it is read. */
import { StringDecoder } from "node:string_decoder";
import { DamagedFile, damage } from "../input";

const LONGEST_LINE = 1_000_000;

export interface TextLine {
  readonly line: number;
  readonly text: string;
}

/** Yields the lines that are not empty, without their ends; throws `DamagedFile`, also for a line of more than 1 MB. */
export async function* readLines(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<TextLine> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let line = 0;
  try {
    for await (const chunk of chunks) {
      const parts = (rest + decoder.write(chunk)).split("\n");
      rest = parts.pop() ?? "";
      for (const text of parts) {
        line++;
        if (text.trim() !== "") yield { line, text };
      }
      if (rest.length > LONGEST_LINE)
        throw new DamagedFile(
          `${file} has a line of more than 1 MB after line ${line}; put each object on its own line.`,
        );
    }
  } catch (error) {
    throw damage(error, file, line);
  }
  rest += decoder.end();
  if (rest.trim() !== "") yield { line: line + 1, text: rest };
}
