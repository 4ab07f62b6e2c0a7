/** Tells the service, which runs the importer for a page, how far an import is and what it did. */
import type { ConflictingRow, RejectedRow } from "../import-rows";
import { type ProblemGroup, ProblemGroups } from "../imports/problems";
import { addTotals, type ImportTotals, noTotals } from "../imports/totals";
import type { DroppedValue } from "../statement";
import { conflictReason, type ImportEnd, type Report } from "./report";

/** A page lists so many groups of problems. */
const LISTED = 100;
const EVERY_MS = 300;

/** Hears of all parts of a command, and tells of them as one import: counts are sums, and the id is that of the last. */
export class ParentReport implements Report {
  readonly #refused = new ProblemGroups();
  readonly #dropped = new ProblemGroups();
  readonly #conflicts = new ProblemGroups();
  readonly #values = { split: [] as ProblemGroup[], lists: [] as ProblemGroup[], nothing: [] as ProblemGroup[] };
  #notes: readonly string[] = [];
  #sentAt = 0;
  #ended = 0;
  #totals = noTotals();
  #seconds = 0;
  #importId: string | null = null;

  /** @param parts the number of parts, which have equal shares of the progress */
  constructor(
    private readonly send: (message: unknown) => void,
    private readonly parts: number,
  ) {}

  refused({ line, reason }: RejectedRow): void {
    this.#refused.add(reason, line);
  }

  dropped(line: number, values: readonly DroppedValue[]): void {
    for (const { field, value, reason } of values) this.#dropped.add(reason, line, { field, value });
  }

  conflicting(conflict: ConflictingRow): void {
    this.#conflicts.add(conflictReason(conflict), conflict.line);
  }

  progress({ rows }: ImportTotals, share: number): void {
    if (Date.now() - this.#sentAt < EVERY_MS) return;
    this.#sentAt = Date.now();
    const read = this.#totals.rows.read + rows.read;
    this.send({ type: "progress", rows: read, share: (this.#ended + share) / this.parts });
  }

  end({ import: importId, totals, values, notes, seconds }: ImportEnd): void {
    this.#notes = [...new Set([...this.#notes, ...notes])].slice(0, LISTED);
    for (const kind of ["split", "lists", "nothing"] as const)
      this.#values[kind] = [...this.#values[kind], ...values[kind](LISTED)].slice(0, LISTED);
    this.#ended++;
    this.#totals = addTotals(this.#totals, totals);
    this.#seconds += seconds;
    this.#importId = importId ?? this.#importId;
  }

  /** Sends the one message of the end, unless no part came to its own. */
  close(): void {
    if (this.#ended === 0) return;
    const { rows, companies, investors, people, withdrawn, sourceRecords, amounts } = this.#totals;
    const groups = {
      refused: this.#refused.list(LISTED),
      dropped: this.#dropped.list(LISTED),
      conflicting: this.#conflicts.list(LISTED),
      ...this.#values,
      notes: this.#notes,
    };
    const seconds = Math.round(this.#seconds * 1000) / 1000;
    const report = { rows, companies, investors, people, withdrawn, sourceRecords, amounts, seconds, ...groups };
    this.send({ type: "end", importId: this.#importId, report });
  }
}
