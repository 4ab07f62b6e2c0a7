/** Arranges the classification as a tree: listed codes and their parents, each beneath its nearest ancestor. */
import type { AllowedValue } from "@dealflow/contract/values/lists";
import { type Listed, POPULAR } from "./value-lists";

/** The code `31-33` covers 31, 32, 33; a code is its own prefix. */
function codePrefixes(code: string): string[] {
  const [from, to] = code.split("-").map(Number);
  if (from === undefined || to === undefined) return [code];
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

/** Returns true when `code` is `above` or beneath it. */
export function covers(above: string, code: string): boolean {
  return codePrefixes(above).some((prefix) => code.startsWith(prefix)) || above === code;
}

/**
 * Returns listed codes and parents in one list in the order of the tree: every code right after its nearest ancestor.
 */
export function arrangeCodes(codes: readonly AllowedValue[]): Listed[] {
  const sorted = [...codes].sort((a, b) => (a.value < b.value ? -1 : 1));
  return sorted.map(({ value, title }) => {
    const branch = sorted.some((other) => other.value !== value && covers(value, other.value));
    return branch ? { value, title, branch } : { value, title };
  });
}

/** Finds the nearest parent among the given codes. */
export function findParent(code: string, codes: readonly Listed[]): string | undefined {
  let best: string | undefined;
  for (const { value } of codes)
    if (value !== code && covers(value, code) && (best === undefined || covers(best, value))) best = value;
  return best;
}

export interface TreeRow extends Listed {
  /** Sectors have level 1. */
  readonly level: number;
  readonly open: boolean;
}

/**
 * Returns the visible rows of the tree: every row whose every ancestor is open. `codes` are in the order of the tree.
 */
export function visibleRows(codes: readonly Listed[], open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const above: Listed[] = [];
  for (const code of codes) {
    while (above.length > 0 && !covers(above[above.length - 1]?.value ?? "", code.value)) above.pop();
    if (above.every((ancestor) => open.has(ancestor.value)))
      rows.push({ ...code, level: above.length + 1, open: open.has(code.value) });
    above.push(code);
  }
  return rows;
}

/** Returns every listed ancestor of a code, nearest last; also of a code that is not listed. */
export function findAncestors(code: string, codes: readonly Listed[]): string[] {
  return codes.filter(({ value }) => value !== code && covers(value, code)).map(({ value }) => value);
}

/** Counts the records with a code or one beneath it, from counts by exact code. */
export function countBeneath(code: string, counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [other, count] of counts) if (covers(code, other)) sum += count;
  return sum;
}

/** Returns the code in the tree that a query means: itself, else the nearest above it (541511 → 5415). */
export function resolveCode(codes: readonly Listed[], chosen: string | undefined): string | undefined {
  if (chosen === undefined || codes.some((code) => code.value === chosen)) return chosen;
  return findParent(chosen, codes);
}

export function listSectors(codes: readonly Listed[]): Listed[] {
  return codes.filter((code) => code.value.length === 2 || code.value.includes("-"));
}

/** Returns the sectors shown at first: always the same ones, and that of the chosen code. */
export function firstCodes(codes: readonly Listed[], chosen: string | undefined): ReadonlySet<string> {
  const selected = chosen === undefined ? [] : listSectors(codes).filter(({ value }) => covers(value, chosen));
  return new Set([...POPULAR.naics, ...selected.map(({ value }) => value)]);
}

/**
 * Returns the codes that are open at first: those above the chosen one and itself; without a chosen one the first
 * usual sector.
 */
export function firstOpen(
  codes: readonly Listed[],
  chosen: string | undefined,
  first: ReadonlySet<string>,
): ReadonlySet<string> {
  const resolved = resolveCode(codes, chosen);
  if (resolved !== undefined && resolved !== "unknown") return new Set([...findAncestors(resolved, codes), resolved]);
  const usual = POPULAR.naics.find((code) => first.has(code));
  return new Set(usual === undefined ? [] : [usual]);
}
