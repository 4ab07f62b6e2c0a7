/** Finds names that resemble each other, so that the weights of the score are fitted to pairs that are hard to tell apart. */
import { wordWeight } from "@/service/ingest/resolve/names/common-words";
import { readCompanyName } from "@/service/ingest/resolve/names/company-name";

/** Names of one company differ in their ends more than in their beginnings. */
const BEGINNING = 6;

/**
 * Returns the keys of a name: its letters, those of its parts, its first letters, its first two words written together, and
 * its telling words. Common words have too many namesakes to be keys.
 */
export function candidateKeys(name: string): string[] {
  const { joined, parts, words } = readCompanyName(name);
  const telling = words.filter((word) => wordWeight(word) === 1);
  const keys = [joined, ...parts, ...telling, `${joined.slice(0, BEGINNING)}*`, words.slice(0, 2).join("")];
  return [...new Set(keys.filter((key) => key !== ""))];
}
