/** Measures what two names of companies have in common, as numbers from 0 to 1 that a score weighs. */
import { wordWeight } from "./names/common-words";
import type { CompanyName } from "./names/company-name";
import { jaroWinkler, trigramSimilarity } from "./similarity";

export const FEATURE_TITLES = {
  sameLetters: "the names are spelled alike",
  samePart: "one is known by a part of the other, or by its site",
  trigrams: "groups of three letters in common",
  beginnings: "the names begin alike",
  contained: "one begins with the whole other",
  leftOver: "a rare word that only one has",
  commonWordsOnly: "only common words are shared",
} as const;
export type Feature = keyof typeof FEATURE_TITLES;
export const FEATURES = Object.keys(FEATURE_TITLES) as readonly Feature[];
export type Features = Readonly<Record<Feature, number>>;

export function compareNames(one: CompanyName, other: CompanyName): Features {
  const [a, b] = [one.joined, other.joined];
  const same = a === b;
  const samePart = !same && sharesPart(one, other);
  const { shared, left } = rarestWords(one, other);
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return {
    sameLetters: same ? 1 : 0,
    samePart: samePart ? 1 : 0,
    trigrams: trigramSimilarity(a, b),
    beginnings: jaroWinkler(a, b),
    contained: !same && short.length >= 4 && long.startsWith(short) ? short.length / long.length : 0,
    leftOver: same || samePart ? 0 : left,
    commonWordsOnly: !same && shared > 0 && shared < 1 ? 1 : 0,
  };
}

/** A place tells as little as a common word: it is a branch, or it keeps the companies apart by a veto. */
const PLACE_WEIGHT = 0.35;

function weightIn({ places }: CompanyName, word: string): number {
  return places.words.includes(word) ? PLACE_WEIGHT : wordWeight(word);
}

/** Returns the weight of the rarest word that both names have, and of the rarest that only one has. */
function rarestWords(one: CompanyName, other: CompanyName): { shared: number; left: number } {
  let [shared, left] = [0, 0];
  for (const word of one.words)
    if (other.words.includes(word)) shared = Math.max(shared, weightIn(one, word));
    else left = Math.max(left, weightIn(one, word));
  for (const word of other.words) if (!one.words.includes(word)) left = Math.max(left, weightIn(other, word));
  return { shared, left };
}

function sharesPart(one: CompanyName, other: CompanyName): boolean {
  const names = [other.joined, ...other.parts];
  return one.parts.some((part) => names.includes(part)) || other.parts.includes(one.joined);
}
