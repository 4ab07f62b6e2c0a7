/** Arranges the classification as a tree: listed codes and their parents, each beneath its nearest ancestor. */
import type { AllowedValue } from "@dealflow/contract/values/lists";
import type { Listed } from "./value-lists";

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
