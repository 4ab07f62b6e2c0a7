/** Selects the part of the classification that is shown before all of it is requested. */
import { covers, findAncestors, findParent } from "./naics-tree";
import { type Listed, POPULAR } from "./value-lists";

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
