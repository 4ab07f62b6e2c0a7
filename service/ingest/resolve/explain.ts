/** Says in sentences why a source's thing was found to be a known record. */
import { z } from "zod";
import { FEATURE_TITLES, FEATURES, type Feature } from "./features";
import weights from "./weights.json" with { type: "json" };

const RULES: Readonly<Record<string, string>> = {
  "name and site": "the names are the same, and the domains belong to one site",
  "name and profile": "the names are the same, and so is the profile",
  "name and city": "the names are the same, and so is the city",
  "name and country": "the names are the same, and so is the country",
  "name and year": "the names are the same, and so is the year in which it was founded",
  "name alone": "the names are alike, and no other fact agrees",
  "name, another city": "the names are alike, and the cities are not",
  "name in one event": "both sources tell of one event, in which it has this part",
  name: "the names are the same, and nothing contradicts",
  "both companies and date": "both companies are the same, and the dates lie within thirteen months",
  "company and amount": "the company and the amount are the same, and the dates lie within a month",
  "company and investor": "the company and an investor are the same, and the dates are near",
  "company and date": "the company and the stage are the same, and the dates are near",
  "name, stage and date": "the rare name and the stage are the same, and the dates are near",
  "misspelled name and amount": "the names differ by one letter, and the stage, the amount and the dates agree",
  "misspelled name and investor": "the names differ by one letter, and the stage, an investor and the dates agree",
  "person, company and date": "the person, the company and the direction are the same, within two months",
  person: "a person decided so",
};

export function explainRule(rule: string): string {
  return RULES[rule] ?? rule;
}

const storedFeatures = z.partialRecord(z.enum(FEATURES as [Feature, ...Feature[]]), z.number());

/** Returns what the names have in common, the weightiest first, with its share of the score's logarithm of the odds. */
export function explainFeatures(stored: unknown): string[] {
  const features = storedFeatures.safeParse(stored);
  if (!features.success) return [];
  return FEATURES.map((name) => ({ name, gain: (features.data[name] ?? 0) * weights.features[name] }))
    .filter(({ gain }) => Math.abs(gain) >= 0.1)
    .sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain))
    .map(({ name, gain }) => `${FEATURE_TITLES[name]} (${gain > 0 ? "+" : "−"}${Math.abs(gain).toFixed(1)})`);
}
