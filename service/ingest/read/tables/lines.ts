/** Splits text into lines while it is read. */
import { StringDecoder } from "node:string_decoder";
import { DamagedFile } from "../input";

const LONGEST_LINE = 1_000_000;

/** Yields the lines without their ends; throws `DamagedFile` for a line of more than 1 MB. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let count = 0;
  for await (const chunk of chunks) {
    const parts = (rest + decoder.write(chunk)).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      count++;
      yield part;
    }
    if (rest.length > LONGEST_LINE)
      throw new DamagedFile(
        `${file} has a line of more than 1 MB after line ${count}; put each object on its own line.`,
      );
  }
  rest += decoder.end();
  if (rest !== "") yield rest;
}
