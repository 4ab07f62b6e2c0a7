/** Describes one run of an import over a batch, and merges what a row states into what is known. */
import type pg from "pg";
import type { Decisions } from "./decisions";
import type { ImportRecords } from "./import-records";

export interface Run {
  readonly client: pg.ClientBase;
  readonly importId: number;
  /** The keys of the rows are stored under this name. */
  readonly source: string;
  readonly now: Date;
  /** Webhooks are notified of added events. */
  readonly notify: boolean;
  /** An undo derives the import again. */
  readonly replayed?: boolean;
  /** Read after the transaction locked imports, which lets nothing else be decided; every batch reads them when absent. */
  readonly decisions?: Decisions;
  /** The rows are of this earlier import, and are written once more because its source leads their records now. */
  readonly restates?: number;
  /** The row states the event with this id, and only these parts of the statement count. */
  readonly corrects?: { readonly id: string; readonly parts: ReadonlySet<string> };
}

/**
 * `merged` means that the row names an event, company or investor that an earlier row of this run named. `conflicting`
 * means that it also states other values, which are ignored; `firstLine` is the earlier row's.
 */
export type Outcome = "added" | "changed" | "merged" | "unchanged" | Conflict;

/** A later row states another value than an earlier one. */
export interface IgnoredValue {
  readonly field: string;
  readonly value: string;
}

interface Conflict {
  readonly outcome: "conflicting";
  readonly firstLine: number;
  readonly ignored: readonly IgnoredValue[];
}

/** Returns the outcome of a row that names something known; `getIgnored` applies to later rows only. */
export function getOutcome(
  id: string,
  { first, changed, getIgnored }: { first: boolean; changed: boolean; getIgnored: () => readonly IgnoredValue[] },
  records: ImportRecords,
): Outcome {
  if (first) return changed ? "changed" : "unchanged";
  const firstLine = records.firstLine(id);
  if (firstLine === undefined) return "merged";
  const ignored = getIgnored();
  return ignored.length === 0 ? "merged" : { outcome: "conflicting", firstLine, ignored };
}

/** Returns the fields in which what a row states differs from what is kept. */
export function differingFields<F extends string>(
  fields: readonly F[],
  kept: Readonly<Partial<Record<F, unknown>>>,
  stated: Readonly<Partial<Record<F, unknown>>>,
): IgnoredValue[] {
  return fields.flatMap((field) => {
    const [before, value] = [kept[field], stated[field]].map((one) => JSON.stringify(one));
    return before === value ? [] : [{ field, value: valueText(stated[field]) }];
  });
}

/** Companies and investors are shown by their names. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const { name, url } = value as { readonly name?: unknown; readonly url?: unknown };
  return String(name ?? url ?? JSON.stringify(value));
}

/**
 * Trusts the first of two rows of one run that state different values, and the first of two sources; the second only fills
 * unknown ones. Otherwise each import of the same file would change the event or entity twice.
 */
export function mergeValue<T>(before: T | null, stated: T | null, leads: boolean): T | null {
  if (stated === null) return before;
  return before === null || leads ? stated : before;
}

export function mergeList<T>(before: readonly T[], stated: readonly T[], leads: boolean): readonly T[] {
  if (stated.length === 0) return before;
  return before.length === 0 || leads ? stated : before;
}

/** Both records are kept in full when two are merged. */
export const BOTH = { leads: false, shared: true } as const;

/** Merges a list of an event: several sources each add what the others lack. */
export function mergeParts<T>(
  before: readonly T[],
  stated: readonly T[],
  { leads, shared }: { readonly leads: boolean; readonly shared: boolean },
  readText: (part: T) => string,
): readonly T[] {
  if (!shared) return mergeList(before, stated, leads);
  const known = new Set(before.map(readText));
  const added = stated.filter((part) => !known.has(readText(part)));
  return added.length === 0 ? before : [...before, ...added];
}
