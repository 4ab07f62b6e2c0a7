/** Cuts a result to its maximum size. */
import { MAX_RESULT_BYTES } from "@dealflow/contract/mcp";
import { ApiError } from "@/service/http/api-error";

/** Paging, credits and names of fields are far shorter than this (bytes). */
const RESERVED_BYTES = 1_000;

/** The JSON texts of records have this many bytes. */
export const RECORD_BYTES = MAX_RESULT_BYTES - RESERVED_BYTES;

export function getBytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Counts how many of the texts, from the first, fit into these bytes with a comma after each. */
export function countFitting(texts: Iterable<string>, bytes: number): number {
  let [count, sum] = [0, 0];
  for (const text of texts) {
    sum += getBytes(text) + 1;
    if (sum > bytes) return count;
    count += 1;
  }
  return count;
}

/** @param what subject of the sentence */
export function tooLarge(what: string, bytes: number, advice: string): ApiError {
  return new ApiError(
    "INVALID_INPUT",
    `${what} has ${bytes} bytes, more than the ${RECORD_BYTES} that a result may hold; ${advice}`,
  );
}
