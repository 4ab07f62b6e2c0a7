/** Prepares the rows of a batch: those about something erased are refused, and domains that many share say nothing. */
import type { RowError } from "../row-error";
import type { DroppedValue } from "../statement";
import type { CheckedRow } from "./batch";
import type { Decisions } from "./decisions";
import { withoutSharedHosts } from "./entities/shared-hosts";
import { withoutErased } from "./erasures";
import type { Run } from "./update";

/** Values that rows are stored without, by line. */
export type DroppedByLine = ReadonlyMap<number, readonly DroppedValue[]>;

/** Notes the companies and investors that rows are stored without, because they are withdrawn or erased. */
export class Detached {
  readonly #byLine: Map<number, readonly DroppedValue[]>;

  /** @param before what was left out of the rows before */
  constructor(before: DroppedByLine) {
    this.#byLine = new Map(before);
  }

  add(line: number, value: DroppedValue): void {
    this.#byLine.set(line, [...(this.#byLine.get(line) ?? []), value]);
  }

  get byLine(): DroppedByLine {
    return this.#byLine;
  }
}

interface AdmittedRows {
  readonly kept: readonly CheckedRow[];
  readonly refused: ReadonlyMap<number, RowError>;
  readonly detached: Detached;
  /** The normal names of erased investors, by line. */
  readonly erased: ReadonlyMap<number, ReadonlySet<string>>;
}

export async function admitRows(run: Run, decisions: Decisions, rows: readonly CheckedRow[]): Promise<AdmittedRows> {
  const { kept, refused, dropped, names } = await withoutErased(run, decisions, rows);
  return { kept: await withoutSharedHosts(run, kept), refused, detached: new Detached(dropped), erased: names };
}
