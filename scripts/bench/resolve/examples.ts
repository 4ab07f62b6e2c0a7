/** Makes pairs of names with and without one company behind them, which the weights of the score are fitted to. */

import { wordWeight } from "@/service/ingest/resolve/names/common-words";
import { readCompanyName } from "@/service/ingest/resolve/names/company-name";
import { judgeNames } from "@/service/ingest/resolve/score";
import type { Example } from "./fit";
import { NameIndex } from "./name-index";
import type { Sets } from "./sets";

/** A brand is compared with so many other companies, and a registered company with so many. */
const NEIGHBOURS = { brand: 4, registrant: 2 } as const;
/** Names with less in common teach the score nothing but the share of renames. */
const LEAST_TRIGRAMS = 0.25;

/** Pairs with a veto are never scored, and are left out. */
export function collectExamples(sets: Sets): Example[] {
  const examples: Example[] = [];
  const add = (one: string, other: string, same: boolean) => {
    const { features, veto } = judgeNames(one, other);
    const alike = features.trigrams > LEAST_TRIGRAMS || features.samePart === 1;
    if (veto === null && (alike || !same)) examples.push({ features, same });
  };
  const companies = new Map(sets.registrants.map((one) => [one.registrant_name, one.cik] as const));
  const index = new NameIndex([...sets.brands.map((one) => one.legal_name), ...companies.keys()], {
    stored: candidateKeys,
    sought: candidateKeys,
  });
  for (const { brand_name, legal_name } of sets.brands) {
    add(brand_name, legal_name, true);
    const others = index.neighbours(brand_name).filter(({ name }) => name !== legal_name);
    for (const { name } of others.slice(0, NEIGHBOURS.brand)) add(brand_name, name, false);
  }
  for (const [own, cik] of companies) {
    const others = index.neighbours(own).filter(({ name }) => name !== own && companies.get(name) !== cik);
    for (const { name } of others.slice(0, NEIGHBOURS.registrant)) add(own, name, false);
  }
  for (const { name1, name2 } of sets.companyPairs) add(name1, name2, true);
  for (const { target_2021, target_2015 } of sets.deals) add(target_2021, target_2015, true);
  for (const { name1, name2, is_match } of sets.namePairs) if (!is_match) add(name1, name2, false);
  return examples;
}

/** Names of one company differ in their ends more than in their beginnings. */
const BEGINNING = 6;

/**
 * Returns the keys of a name: its letters, those of its parts, its first letters, its first two words written together, and
 * its telling words. Common words have too many namesakes to be keys.
 */
function candidateKeys(name: string): string[] {
  const { joined, parts, words } = readCompanyName(name);
  const telling = words.filter((word) => wordWeight(word) === 1);
  const keys = [joined, ...parts, ...telling, `${joined.slice(0, BEGINNING)}*`, words.slice(0, 2).join("")];
  return [...new Set(keys.filter((key) => key !== ""))];
}
