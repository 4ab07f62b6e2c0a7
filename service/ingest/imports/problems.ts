/** Groups equal problems of many rows: a person decides once for all rows of a group. */

export interface ProblemGroup {
  readonly problem: string;
  rows: number;
  /** The first row that has it. */
  readonly line: number;
  readonly left?: { readonly field: string; readonly value: string };
}

/** Beyond this many different problems a file needs another map. */
const MOST_GROUPS = 5_000;

export class ProblemGroups {
  readonly #groups = new Map<string, ProblemGroup>();

  add(problem: string, line: number, left?: ProblemGroup["left"]): void {
    const group = this.#groups.get(problem);
    if (group !== undefined) group.rows++;
    else if (this.#groups.size < MOST_GROUPS)
      this.#groups.set(problem, { problem, rows: 1, line, ...(left && { left }) });
  }

  /** Returns the groups with the most rows first, at most so many. */
  list(most: number): readonly ProblemGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.rows - a.rows || a.line - b.line).slice(0, most);
  }
}
