/** Stores sets of rows as bits. */

export function getWords(rows: number): number {
  return (rows + 31) >>> 5;
}

export function isSet(bits: Uint32Array, row: number): boolean {
  return (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;
}

export function setBit(bits: Uint32Array, row: number): void {
  const word = row >>> 5;
  bits[word] = (bits[word] as number) | (1 << (row & 31));
}

export function clearBit(bits: Uint32Array, row: number): void {
  const word = row >>> 5;
  bits[word] = (bits[word] as number) & ~(1 << (row & 31));
}

/** Sets the first rows, and none after them. */
export function setFirst(bits: Uint32Array, rows: number): void {
  bits.fill(0xffffffff, 0, rows >>> 5);
  if ((rows & 31) !== 0) bits[rows >>> 5] = (1 << (rows & 31)) - 1;
}

export function firstSet(bits: Uint32Array): number {
  const word = bits.findIndex((one) => one !== 0);
  return word < 0 ? -1 : 32 * word + 31 - Math.clz32((bits[word] as number) & -(bits[word] as number));
}

export function lastSet(bits: Uint32Array): number {
  const word = bits.findLastIndex((one) => one !== 0);
  return word < 0 ? -1 : 32 * word + 31 - Math.clz32(bits[word] as number);
}

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word] as number;
    left -= (left >>> 1) & 0x55555555;
    left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
    count += Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Reads the rows of a set in their order, some at a time. */
export class RowReader {
  readonly rows = new Uint32Array(4_096);
  #bits: Uint32Array = new Uint32Array(0);
  #word = 0;

  start(bits: Uint32Array): void {
    this.#bits = bits;
    this.#word = 0;
  }

  /** Fills `rows` from its beginning; returns how many, 0 at the end. */
  next(): number {
    const { rows } = this;
    const bits = this.#bits;
    const most = rows.length - 32;
    let word = this.#word;
    let count = 0;
    while (word < bits.length && count <= most) {
      let left = bits[word] as number;
      const first = word << 5;
      while (left !== 0) {
        const lowest = left & -left;
        rows[count++] = first + 31 - Math.clz32(lowest);
        left ^= lowest;
      }
      word++;
    }
    this.#word = word;
    return count;
  }
}
