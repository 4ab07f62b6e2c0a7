/**
 * Frees the memory of segments that were replaced. It is shared by threads, so V8 counts it for none of them: a thread that does
 * little else keeps all that it ever had.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { LiveSegment } from "./segment";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** So many rows take some 50 MB; collecting the garbage of a thread takes 5 to 40 ms. */
const MOST_UNUSED = 500_000;
let unused = 0;

/** Notes that this thread uses the segments of the second list in place of those of the first. */
export function noteReplaced(before: readonly LiveSegment[], after: readonly LiveSegment[]): void {
  const segments = (parts: readonly LiveSegment[]) => parts.map(({ segment }) => segment);
  const [former, latest] = [segments(before), segments(after)];
  // To read a segment leaves about as much unused as to drop one.
  for (const segment of [...former, ...latest])
    if (!former.includes(segment) || !latest.includes(segment)) unused += segment.size;
  if (unused < MOST_UNUSED) return;
  unused = 0;
  // What the caller still refers to would stay.
  setImmediate(collectGarbage);
}
