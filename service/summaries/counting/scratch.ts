/** Each summary uses the memory of the one before: new memory took longer than some summaries take to count. */
const arrays: Uint32Array[] = [];
let used = 0;

/** Begins a summary, and frees the memory of the one before. */
export function resetScratch(): void {
  used = 0;
}

/** Returns this many zeros. */
export function scratch(length: number): Uint32Array {
  const index = used++;
  let array = arrays[index];
  if (array === undefined || array.length < length) {
    array = new Uint32Array(length);
    arrays[index] = array;
  }
  return array.subarray(0, length).fill(0);
}
