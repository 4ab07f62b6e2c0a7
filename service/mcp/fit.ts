/** How much of a result fits into its maximum size. */
import { MAX_RESULT_BYTES } from "@dealflow/contract/mcp";
import { ApiError } from "@/service/http/api-error";

/** For paging, credits and names of fields, which are far shorter (bytes). */
const RESERVED_BYTES = 1_000;

/** Bytes for the JSON texts of records. */
export const RECORD_BYTES = MAX_RESULT_BYTES - RESERVED_BYTES;

export function getBytes(text: string): number {
  return Buffer.byteLength(text);
}

/** How many of the texts, from the first, fit into so many bytes with a comma after each. */
export function countFitting(texts: Iterable<string>, bytes: number): number {
  let [count, sum] = [0, 0];
  for (const text of texts) {
    sum += getBytes(text) + 1;
    if (sum > bytes) return count;
    count += 1;
  }
  return count;
}

/** @param what begins the sentence */
export function tooLarge(what: string, bytes: number, advice: string): ApiError {
  return new ApiError(
    "INVALID_INPUT",
    `${what} has ${bytes} bytes, more than the ${RECORD_BYTES} that a result may hold; ${advice}`,
  );
}
