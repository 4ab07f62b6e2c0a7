/** The known name closest to a mistyped one: at most two edits away and less than half its length. */
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

/** The hint for an unknown name: the closest one, else all names. */
export function hintOf(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`;
}

/**
 * Levenshtein distance, or any number that is at least `enough`. Only pairs of positions less than `enough` apart can
 * be on a shorter path, and a row without one ends the search: thousands of invalid values against hundreds of labels
 * stay cheap.
 */
function editDistance(a: string, b: string, enough: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  let next = new Array<number>(b.length + 1).fill(enough);
  for (let i = 1; i <= a.length; i++) {
    const first = Math.max(1, i - enough + 1);
    const last = Math.min(b.length, i + enough - 1);
    let smallest = i;
    next[first - 1] = first === 1 ? i : enough;
    for (let j = first; j <= last; j++) {
      const substituted = (row[j - 1] ?? enough) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const distance = Math.min(substituted, (row[j] ?? enough) + 1, (next[j - 1] ?? enough) + 1);
      next[j] = distance;
      smallest = Math.min(smallest, distance);
    }
    if (last < b.length) next[last + 1] = enough;
    if (smallest >= enough) return smallest;
    [row, next] = [next, row];
  }
  return row[b.length] ?? enough;
}
