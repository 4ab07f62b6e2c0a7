/** Compares texts; each function returns from 0 (nothing in common) to 1 (equal). */

/** Jaro-Winkler weighs beginnings most, as people do who abbreviate and misspell names. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const jaro = jaroSimilarity(one, other);
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

function jaroSimilarity(one: string, other: string): number {
  const range = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Uint8Array(other.length);
  const matched: string[] = [];
  for (let index = 0; index < one.length; index++) {
    const until = Math.min(other.length, index + range + 1);
    for (let place = Math.max(0, index - range); place < until; place++) {
      if (taken[place] === 1 || one[index] !== other[place]) continue;
      taken[place] = 1;
      matched.push(one[index] ?? "");
      break;
    }
  }
  if (matched.length === 0) return 0;
  const inOrder = [...other].filter((_, place) => taken[place] === 1);
  const swapped = matched.filter((letter, index) => letter !== inOrder[index]).length / 2;
  const count = matched.length;
  return (count / one.length + count / other.length + (count - swapped) / count) / 3;
}

/** Returns the share of common trigrams (Dice), with the ends marked. */
export function trigramSimilarity(one: string, other: string): number {
  const [a, b] = [trigrams(one), trigrams(other)];
  let common = 0;
  for (const trigram of a) if (b.has(trigram)) common++;
  return (2 * common) / (a.size + b.size);
}

function trigrams(text: string): ReadonlySet<string> {
  const marked = ` ${text} `;
  return new Set(Array.from({ length: Math.max(1, marked.length - 2) }, (_, at) => marked.slice(at, at + 3)));
}
