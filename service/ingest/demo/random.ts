/** Generates seeded random values: the same seed gives the same demo data set, to the last id. */

export class Chance {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9;
    this.#c = 0x243f6a88;
    for (let warm = 0; warm < 15; warm++) this.#word();
  }

  /** Takes one step of sfc32 (Small Fast Counter, from PractRand), which gives 32 random bits. */
  #word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** Returns a number from 0 up to but without 1. */
  next(): number {
    return this.#word() / 4_294_967_296;
  }

  /** Returns a whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  happens(share: number): boolean {
    return this.next() < share;
  }

  /** Returns a number with a normal distribution around 0 with deviation 1 (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new RangeError("Nothing to pick from.");
    return found;
  }

  /** Returns null in the given share of cases. */
  known<T>(value: T, missing: number): T | null {
    return this.happens(missing) ? null : value;
  }

  /** Returns a version 7 UUID (RFC 9562) made at that instant. */
  uuid(at: number): string {
    const time = at.toString(16).padStart(12, "0");
    const [one, two, three] = [this.#word(), this.#word(), this.#word()].map((word) =>
      word.toString(16).padStart(8, "0"),
    );
    const variant = (8 + (this.#word() & 3)).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${one?.slice(0, 3)}-${variant}${two?.slice(0, 3)}-${three}${one?.slice(4)}`;
  }
}

export class Weighted<T> {
  readonly #values: readonly T[];
  readonly #upTo: Float64Array;

  constructor(values: readonly T[], weight: (value: T, index: number) => number) {
    this.#values = values;
    this.#upTo = new Float64Array(values.length);
    let sum = 0;
    for (const [index, value] of values.entries()) {
      sum += weight(value, index);
      this.#upTo[index] = sum;
    }
  }

  get size(): number {
    return this.#values.length;
  }

  pick(chance: Chance): T {
    const at = chance.next() * (this.#upTo.at(-1) ?? 0);
    let [low, high] = [0, this.#upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const found = this.#values[low];
    if (found === undefined) throw new RangeError("Nothing to pick from.");
    return found;
  }
}
