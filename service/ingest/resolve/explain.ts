/** Says in sentences why a source's thing was found to be a known record. */
import * as z from "zod";
import { FEATURE_TITLES, FEATURES, type Feature } from "./features";
import type { Contradiction } from "./same-company";
import type { NameVerdict, Veto } from "./score";
import weights from "./weights.json" with { type: "json" };

const RULES: Readonly<Record<string, string>> = {
  "name and site": "the names are the same, and the domains belong to one site",
  "name and profile": "the names are the same, and so is the profile",
  "name and city": "the names are the same, and so is the city",
  "name and country": "the names are the same, and so is the country",
  "name and year": "the names are the same, and so is the year in which it was founded",
  "name alone": "the names are alike, and no other fact agrees",
  "name, another city": "the names are alike, and the cities are not",
  "misspelled name": "the names differ by one letter",
  "name in one event": "both sources tell of one event, in which it has this part",
  "name in one source": "one source states both by one name, and no other company",
  name: "the names are the same, and nothing contradicts",
  "both companies and date": "both companies are the same, and the dates lie within thirteen months",
  "company and amount": "the company and the amount are the same, and the dates lie within a month",
  "company and investor": "the company and an investor are the same, and the dates are near",
  "company and date": "the company and the stage are the same, and the dates are near",
  "name, stage and date": "the rare name and the stage are the same, and the dates are near",
  "misspelled name and amount": "the names differ by one letter, and the stage, the amount and the dates agree",
  "misspelled name and investor": "the names differ by one letter, and the stage, an investor and the dates agree",
  "person, company and date": "the person, the company and the direction are the same, within two months",
  "names alike": "the names are alike, and nothing contradicts",
  "company, stage and amount":
    "the company and the amount are the same, the stages go together, and the dates lie within three months",
  "company, amount and investor":
    "the company, the amount and an investor are the same, within a month, and the stages are not",
  "company, stage and investor": "the company, the stage and an investor are the same, and the dates are near",
  "company, stage and near date": "the company and the stage are the same, within two weeks, and the amounts are not",
  "both companies, another date": "both companies are the same, and the dates lie within three years",
  "target, price and date": "the target and the price are the same, within two months, and the acquirers are not",
  "target, date and acquirers alike":
    "the target is the same, within two months, and the names of the acquirers are alike",
  "target and date": "the target is the same, within two weeks, and the acquirers are not",
  "person and company, another date": "the person, the company and the direction are the same, within six months",
  "company, date and people alike":
    "the company and the direction are the same, within two months, and the names of the people are alike",
  person: "a person decided so",
};

const CONTRADICTIONS: Readonly<Record<Contradiction["fact"], string>> = {
  site: "the domains belong to two sites",
  country: "the countries differ",
  profile: "the profiles differ",
  type: "one is a person, the other is not",
  year: "the years in which they were founded are too far apart",
};

export function explainContradiction({ fact, known, stated }: Contradiction): string {
  return `${CONTRADICTIONS[fact]}: ${known} and ${stated}`;
}

const VETOES: Readonly<Record<Veto, string>> = {
  numbers: "the names state different numbers",
  places: "the names state different places",
  "legal forms": "the names state different legal forms",
};

/** Says what the names alone tell, with the score below which two names mean two companies. */
export function explainNames({ outcome, score, veto, features }: NameVerdict): string[] {
  const reasons = [...(veto === null ? [] : [VETOES[veto]]), ...explainFeatures(features)];
  if (outcome !== "different" || veto !== null) return reasons;
  return [`the names are too different: score ${score.toFixed(2)} of at least ${weights.unsure}`, ...reasons];
}

export function explainRule(rule: string): string {
  return RULES[rule] ?? rule;
}

/** Events are compared fact by fact. */
const eventFeatures = z.record(z.string(), z.number());
const storedFeatures = z.partialRecord(z.enum(FEATURES as [Feature, ...Feature[]]), z.number());

/**
 * Returns what the names have in common, the weightiest first, with its share of the score's logarithm of the odds; of two
 * events, how much their facts agree.
 */
export function explainFeatures(stored: unknown): string[] {
  const features = storedFeatures.safeParse(stored);
  if (!features.success) return explainFacts(stored);
  return FEATURES.map((name) => ({ name, gain: (features.data[name] ?? 0) * weights.features[name] }))
    .filter(({ gain }) => Math.abs(gain) >= 0.1)
    .sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain))
    .map(({ name, gain }) => `${FEATURE_TITLES[name]} (${gain > 0 ? "+" : "−"}${Math.abs(gain).toFixed(1)})`);
}

function explainFacts(stored: unknown): string[] {
  const features = eventFeatures.safeParse(stored);
  if (!features.success) return [];
  const shares = Object.entries(features.data).map(([fact, share]) => `${fact} ${Math.round(100 * share)} %`);
  return [`agreement: ${shares.join(", ")}`];
}
