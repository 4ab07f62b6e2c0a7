/** Decides whether a source means a company that is known by its name: the names are the same, and a fact agrees. */
import { getDomain } from "tldts";
import type { CompanyFacts } from "@/service/records/company";
import { normalName } from "../values/text";
import { wordWeight } from "./names/common-words";
import { nameKey, readCompanyName } from "./names/company-name";
import { judgeNames, type NameVerdict } from "./score";

type Facts = Pick<CompanyFacts, "domain" | "hqCountry" | "hqCity" | "foundedYear" | "socialHandle" | "socialUrl">;
interface OtherNames {
  /** Sources state these names too. */
  readonly otherNames?: Iterable<string>;
}

export type NamedCompany = Facts & OtherNames & { readonly name: string };
type StatedCompany = Facts & OtherNames & { readonly name: string | null };

/** These facts speak for one company besides its name, the weakest first. */
const RULES = ["name and year", "name and country", "name and city", "name and profile", "name and site"] as const;

export interface CompanyMatch {
  /** Says why two names are one company; it is stored and shown. */
  readonly rule: (typeof RULES)[number] | "name in one event";
  readonly verdict: NameVerdict;
  /** A match by a stronger rule is preferred. */
  readonly strength: number;
}

/** Sources state the year of incorporation or that of the first product. */
const YEARS_APART = 2;
/** A shorter name has namesakes in its own country. */
const TELLING_LENGTH = 5;

/**
 * Returns the rule by which the stated company is the known one; null when no fact agrees, or one contradicts.
 * @param cities a source that states the seat names any city of the country
 */
export function matchCompany(
  known: NamedCompany,
  stated: StatedCompany,
  cities: "same" | "any" = "same",
): CompanyMatch | null {
  if (stated.name === null || contradicts(known, stated)) return null;
  const verdict = judgeAllNames(known, { ...stated, name: stated.name });
  if (verdict.outcome !== "same") return null;
  const rule = agreement(known, stated, cities);
  return rule === null ? null : { rule, verdict, strength: RULES.indexOf(rule) };
}

/** Returns the match that is stronger than all others; undefined when several are equally strong. */
export function findStrongest<Match>(matches: readonly Match[], strength: (match: Match) => number): Match | undefined {
  const most = Math.max(...matches.map(strength));
  const [best, ...others] = matches.filter((match) => strength(match) === most);
  return others.length === 0 ? best : undefined;
}

type Names = OtherNames & { readonly name: string };

/** Returns the verdict on the two names that are the likest of all that sources state of two companies. */
export function judgeAllNames(one: Names, other: Names): NameVerdict {
  let best = judgeNames(one.name, other.name);
  if (one.otherNames === undefined && other.otherNames === undefined) return best;
  for (const name of [one.name, ...(one.otherNames ?? [])])
    for (const second of [other.name, ...(other.otherNames ?? [])]) {
      if (best.outcome === "same") return best;
      const verdict = judgeNames(name, second);
      if (rank(verdict) > rank(best)) best = verdict;
    }
  return best;
}

function rank({ outcome, isMisspelling, score }: NameVerdict): number {
  if (outcome === "same") return 3;
  return (isMisspelling ? 2 : 0) + score / 2;
}

/** Tells whether both state a fact, and not the same. */
export function differs(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** A fact that both state, and that keeps them apart. */
export interface Contradiction {
  readonly fact: "site" | "country" | "profile" | "year" | "type";
  readonly known: string;
  readonly stated: string;
}

export function contradictions(known: Facts, stated: Facts): Contradiction[] {
  const pairs = [
    ["site", registeredSite(known), registeredSite(stated)],
    ["country", known.hqCountry, stated.hqCountry],
    ["profile", normalProfile(known), normalProfile(stated)],
  ] as const;
  const found: Contradiction[] = pairs.flatMap(([fact, one, other]) =>
    one !== null && other !== null && one !== other ? [{ fact, known: one, stated: other }] : [],
  );
  if (areYearsApart(known, stated))
    found.push({ fact: "year", known: String(known.foundedYear), stated: String(stated.foundedYear) });
  return found;
}

/** Tells whether a fact that both state keeps them apart. Equal domains are one site, which need not be looked for. */
export function contradicts(known: Facts, stated: Facts): boolean {
  return (
    differs(known.hqCountry, stated.hqCountry) ||
    areYearsApart(known, stated) ||
    differs(normalProfile(known), normalProfile(stated)) ||
    (differs(known.domain, stated.domain) && registeredSite(known) !== registeredSite(stated))
  );
}

/** Tells whether two of the companies cannot be one. */
export function haveUnlike(companies: readonly Facts[]): boolean {
  return companies.some((one, index) => companies.slice(index + 1).some((other) => contradicts(one, other)));
}

function areYearsApart({ foundedYear: one }: Facts, { foundedYear: other }: Facts): boolean {
  return one !== null && other !== null && Math.abs(one - other) > YEARS_APART;
}

interface ShortlyNamed {
  readonly name: string | null;
  readonly domain: string | null;
  readonly hqCountry: unknown;
}

/** Tells whether nothing is known of a company but a short form of the name: `Kestrel` for `Kestrel Robotics`. */
export function hasOnlyShortName({ name, domain, hqCountry }: ShortlyNamed, full: string): boolean {
  if (name === null || domain !== null || hqCountry !== null) return false;
  return isShortForm(name, full);
}

export function isShortForm(name: string, full: string): boolean {
  return readCompanyName(name).words.length < readCompanyName(full).words.length && judgeNames(name, full).isShortForm;
}

function agreement(known: NamedCompany, stated: StatedCompany, cities: "same" | "any"): (typeof RULES)[number] | null {
  const equal = (one: unknown, other: unknown) => one !== null && one === other;
  if (equal(registeredSite(known), registeredSite(stated))) return "name and site";
  if (equal(normalProfile(known), normalProfile(stated))) return "name and profile";
  if (equal(normalCity(known), normalCity(stated))) return "name and city";
  // Namesakes of one country are in two cities more often than one company is.
  if (!isTelling(known.name) || (cities === "same" && differs(normalCity(known), normalCity(stated)))) return null;
  if (equal(known.hqCountry, stated.hqCountry)) return "name and country";
  return equal(known.foundedYear, stated.foundedYear) ? "name and year" : null;
}

/** Short names that differ by a letter are often two. */
const TELLING_LETTERS = 8;

/** Tells whether two that no fact keeps apart may be one, so that a person has to decide. */
export function leavesDoubt(
  one: Facts & { readonly name: string },
  other: Facts,
  { outcome, isMisspelling }: NameVerdict,
): boolean {
  if (outcome !== "different") return true;
  return isMisspelling && (hasAgreeingFact(one, other) || nameKey(one.name).length >= TELLING_LETTERS);
}

function hasAgreeingFact(one: Facts, other: Facts): boolean {
  return [
    [one.hqCountry, other.hqCountry],
    [normalCity(one), normalCity(other)],
    [one.foundedYear, other.foundedYear],
  ].some(([fact, second]) => fact !== null && fact === second);
}

/** Tells whether few companies have the name. */
export function isTelling(name: string): boolean {
  const { words, joined } = readCompanyName(name);
  return joined.length >= TELLING_LENGTH && words.some((word) => wordWeight(word) === 1);
}

/** Returns the part of the domain that somebody registered: `acme.co.uk` of `shop.acme.co.uk`. */
function registeredSite({ domain }: Facts): string | null {
  return domain === null ? null : (getDomain(domain, { allowPrivateDomains: true }) ?? domain);
}

function normalCity({ hqCity }: Facts): string | null {
  return hqCity === null ? null : normalName(hqCity);
}

function normalProfile({ socialHandle, socialUrl }: Facts): string | null {
  const profile = socialHandle ?? socialUrl;
  return profile === null
    ? null
    : profile
        .toLowerCase()
        .replace(/[?#].*$/, "")
        .replace(/\/+$/, "")
        .replace(/^.*[/@]/, "");
}
