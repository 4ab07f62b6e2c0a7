/** Selects the latest of the rows that have one key, such as the last amendment of a filing. */
import { type DateFormat, parseDate } from "../values/dates";
import { InputError } from "./input";

/** The keys are held in memory, about 150 bytes each. */
const MOST_KEYS = 2_000_000;

/** A row without a date that can be read counts as earlier than all others. */
const NO_DATE = Number.NEGATIVE_INFINITY;

export class LatestRows {
  readonly #places = new Map<string, number>([]);
  readonly #times: number[] = [];
  readonly #lines: number[] = [];

  constructor(
    private readonly file: string,
    private readonly formats: readonly DateFormat[],
  ) {}

  /** Notes a row of the first pass. Throws `InputError` when there are more than 2,000,000 keys. */
  add(key: string, date: string, line: number): void {
    const time = parseDate(date, this.formats)?.at.getTime() ?? NO_DATE;
    const place = this.#places.get(key);
    if (place !== undefined && time < (this.#times[place] ?? NO_DATE)) return;
    if (place === undefined && this.#places.size === MOST_KEYS)
      throw new InputError(
        `${this.file} has more than ${MOST_KEYS.toLocaleString("en-US")} keys, too many to find the latest row of each; leave some rows out with where.`,
      );
    const index = place ?? this.#places.size;
    if (place === undefined) this.#places.set(key, index);
    this.#times[index] = time;
    this.#lines[index] = line;
  }

  /** Returns whether no later row has the key; of rows with one date the last is the latest. */
  isLatest(key: string, line: number): boolean {
    const place = this.#places.get(key);
    return place === undefined || this.#lines[place] === line;
  }
}
