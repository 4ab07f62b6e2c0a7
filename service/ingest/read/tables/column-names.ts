/** Returns the same text for names of columns that differ in case, spaces, underscores, dots and hyphens. */
export function foldName(name: string): string {
  const folded = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_.-]+/g, "");
  return folded === "" ? name : folded;
}

/** Finds columns by name: an exact match is preferred to one that differs in case, spaces, underscores or dots. */
export class ColumnFinder {
  readonly #exact: ReadonlyMap<string, number>;
  readonly #folded: ReadonlyMap<string, number>;

  constructor(header: readonly string[]) {
    const indexed = header.map((name, index) => [name.trim(), index] as const);
    this.#exact = new Map(indexed);
    // Of two columns with one folded name the first is found.
    this.#folded = new Map(indexed.map(([name, index]) => [foldName(name), index] as const).reverse());
  }

  /** Returns the place of a column in the header. */
  find(name: string): number | undefined {
    return this.#exact.get(name.trim()) ?? this.#folded.get(foldName(name));
  }
}
