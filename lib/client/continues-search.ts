/** Recognizes the steps of one search, of which the history of a browser keeps the last. */

import type { Visit } from "./ui-store";

/** Later than this (ms) a person begins another search. */
const PAUSE_MS = 10 * 60_000;

/**
 * Returns true when a visit only continues the one before: filters were added to it, the text of one was typed on, or one
 * of several was set to another value.
 */
export function continuesSearch(before: Visit, next: Visit): boolean {
  if (before.feed !== next.feed || Date.parse(next.at) - Date.parse(before.at) > PAUSE_MS) return false;
  const [old, now] = [filters(before.query), filters(next.query)];
  if (old.every(([parameter, value]) => now.some(([name, other]) => name === parameter && other.startsWith(value))))
    return true;
  const names = (pairs: typeof old) => [...new Set(pairs.map(([name]) => name))];
  const [oldNames, newNames] = [names(old), names(now)];
  if (oldNames.length < 2 || oldNames.join() !== newNames.join()) return false;
  const values = (pairs: typeof old, name: string) => JSON.stringify(pairs.filter(([parameter]) => parameter === name));
  return oldNames.filter((name) => values(old, name) !== values(now, name)).length === 1;
}

function filters(query: string): [string, string][] {
  return [...new URLSearchParams(query)];
}
