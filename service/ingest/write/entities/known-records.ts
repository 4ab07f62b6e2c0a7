/** Holds the records of one kind that the rows of a batch name: those of the database and new ones. */
import { takeChangeInstant } from "@/service/store/change-order";
import { copyRows, type TableRows, updateRows } from "../../copy";
import type { ImportRecords, RecordKind } from "../import-records";
import { writeKeys } from "../keys";
import type { Run } from "../update";

export interface KnownRecord<Facts> {
  readonly id: string;
  readonly isNew: boolean;
  facts: Facts;
  changed: boolean;
  /** The record or its facts as JSON before this batch; null for a new one. */
  readonly before: string | null;
}

/** @param before null for a new record */
export function knownRecord<Facts>(id: string, facts: Facts, before: string | null) {
  return { id, isNew: before === null, facts, changed: false, before };
}

export abstract class KnownRecords<Facts extends object, Known extends KnownRecord<Facts>> {
  protected readonly all = new Map<string, Known>();
  protected readonly byKey = new Map<string, Known>();
  protected readonly newKeys = new Map<string, string>();

  protected constructor(protected readonly run: Run) {}

  /** Finds those of the records that have these keys. */
  protected index(ids: ReadonlyMap<string, string>, found: Map<string, Known> = this.byKey): void {
    for (const [key, id] of ids) {
      const known = this.all.get(id);
      if (known !== undefined) found.set(key, known);
    }
  }

  /** Gives a key of the source to a record, unless it is that of another one. */
  protected bind(key: string, known: Known): void {
    if (this.byKey.has(key)) return;
    this.byKey.set(key, known);
    this.newKeys.set(key, known.id);
  }

  get ids(): string[] {
    return [...this.all.keys()];
  }

  get added(): Known[] {
    return [...this.all.values()].filter((one) => one.isNew);
  }

  /** Returns records that existed before this batch and whose facts it changed. */
  get changed(): Known[] {
    return [...this.all.values()].filter((one) => !one.isNew && one.changed);
  }

  /** Notes what was added and changed, and writes its rows and keys. */
  protected async writeRows(
    kind: RecordKind,
    rows: TableRows<Facts & { readonly demo: boolean }>,
    records: ImportRecords,
  ): Promise<void> {
    for (const { id } of this.added) records.added(id);
    for (const { id, before } of this.changed) records.changed(id, before ?? "");
    const row = ({ facts }: Known) => ({ ...facts, demo: false });
    await copyRows(this.run.client, rows, this.added.map(row));
    await updateRows(this.run.client, rows, this.changed.map(row));
    await writeKeys(this.run, kind, this.newKeys);
  }
}

/** Sets the instant of the change, by which readers of the directory go on. */
export async function stampChanges<Facts extends { readonly createdAt: Date; readonly updatedAt: Date }>(
  { client, now }: Run,
  directory: "companies" | "investors",
  written: readonly KnownRecord<Facts>[],
): Promise<void> {
  if (written.length === 0) return;
  const updatedAt = await takeChangeInstant(client, directory, now);
  for (const one of written)
    one.facts = { ...one.facts, updatedAt, createdAt: one.isNew ? updatedAt : one.facts.createdAt };
}
