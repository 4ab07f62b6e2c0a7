/** Finds the names that are worth comparing: those that share a key. Comparing each with each takes days. */
import { wordWeight } from "./names/common-words";
import type { CompanyName } from "./names/company-name";

/** Names of one company differ in their ends more than in their beginnings. */
const BEGINNING = 6;

/**
 * Returns the keys of a name: its letters, those of its parts, its first letters, its first two words written together, and
 * its telling words. Common words have too many namesakes to be keys.
 */
export function candidateKeys({ joined, parts, words }: CompanyName): string[] {
  const telling = words.filter((word) => wordWeight(word) === 1);
  const keys = [joined, ...parts, ...telling, `${joined.slice(0, BEGINNING)}*`, words.slice(0, 2).join("")];
  return [...new Set(keys.filter((key) => key !== ""))];
}
