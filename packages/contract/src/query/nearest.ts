/** Returns the known name closest to a mistyped one: at most two edits away and less than half its length. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, Math.ceil(name.length / 2));
  const target = name.toLowerCase();
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(target, candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** The hint for an unknown name is the closest one, or all names, of which there may be none. */
export function nameHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return "there are none";
  const match = nearest(name, known);
  return match === undefined ? `use one of ${known.join(", ")}` : `did you mean ${match}?`;
}

/**
 * Returns the Levenshtein distance, or any number that is at least `limit`. Only pairs of positions less than `limit`
 * apart can be on a shorter path, and a row without one ends the search: thousands of invalid values against hundreds
 * of labels stay cheap.
 */
function editDistance(a: string, b: string, limit: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  let next = new Array<number>(b.length + 1).fill(limit);
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(1, i - limit + 1);
    const last = Math.min(b.length, i + limit - 1);
    let smallest = i;
    next[first - 1] = first === 1 ? i : limit;
    for (let j = first; j <= last; j++) {
      const substituted = (row[j - 1] ?? limit) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const distance = Math.min(substituted, (row[j] ?? limit) + 1, (next[j - 1] ?? limit) + 1);
      next[j] = distance;
      smallest = Math.min(smallest, distance);
    }
    if (last < b.length) next[last + 1] = limit;
    if (smallest >= limit) return smallest;
    [row, next] = [next, row];
  }
  return row[b.length] ?? limit;
}
