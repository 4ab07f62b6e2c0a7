/** Names the cells of rows that are lists: `{"columns": ["name"], "rows": [["Acme"]]}`, or a list whose first row is the header. */

/** A document may have lists, and a list names, without end. */
export const MOST_NAMES = 2_000;

export interface JsonHeader {
  /** The path of the list of the names; that of the rows themselves when the first one has the names. */
  readonly path: string;
  readonly names: readonly string[];
}

/** Collects the texts of lists, and the names of objects in them, of which one may be the header of another list. */
export class JsonHeaders {
  readonly #lists = new Map<string, string[]>([]);

  add(path: string, name: string): void {
    const names = this.#lists.get(path) ?? [];
    if (names.length < MOST_NAMES) names.push(name);
    if (this.#lists.size < MOST_NAMES) this.#lists.set(path, names);
  }

  /** Returns the header of the rows at a path, which has as many names as the first one has cells; undefined when nothing names them. */
  find(rows: string, first: readonly unknown[]): JsonHeader | undefined {
    for (const [path, names] of this.#lists)
      if (names.length === first.length && new Set(names).size > 1) return { path, names };
    const names = first.filter((cell): cell is string => typeof cell === "string" && cell !== "");
    return names.length === first.length && names.length > 1 ? { path: rows, names } : undefined;
  }
}

/** Returns a row as an object. Cells without a name are left out. */
export function toNamedCells(names: readonly string[], row: unknown): unknown {
  if (!Array.isArray(row)) return row;
  const cells: readonly unknown[] = row;
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}
