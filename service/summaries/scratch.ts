/**
 * Working memory of one summary, used again by the next one: new memory for each took longer to map and to collect than
 * some summaries take to count.
 */
const arrays: Uint32Array[] = [];
let used = 0;

/** Begins a summary: what the one before took is free again. */
export function resetScratch(): void {
  used = 0;
}

/** So many zeros. */
export function scratch(length: number): Uint32Array {
  const index = used++;
  let array = arrays[index];
  if (array === undefined || array.length < length) {
    array = new Uint32Array(length);
    arrays[index] = array;
  }
  return array.subarray(0, length).fill(0);
}
