/** Decides what each column is about, by its name, by its values and by the other columns. */
import { addressConcept, repeatsSites } from "./addresses";
import { ANSWERS, byName, type Classified, LATEST, NOTHING_KNOWN, OTHER_VALUES, UNKNOWN } from "./by-name";
import { areNamesOfPeople, byNeighbours } from "./by-neighbours";
import { moneyWords } from "./names/column-words";
import type { Concept } from "./names/synonyms";
import { areTitles, type ColumnProfile, getShare, type ValueType } from "./profile";

interface ClassifyOptions {
  readonly readsLatest: boolean;
}

const BY_CONTENT = 0.5;

/** Each of these types of values, in this order, may tell what a column without a known name is about. */
const CONTENTS: readonly (readonly [ValueType, Concept, string])[] = [
  ["currency", "currency", "currencies"],
  ["round", "round", "names of rounds"],
  ["investorType", "investorType", "types of investors"],
  ["moveType", "moveType", "kinds of moves"],
  ["url", "website", "addresses"],
  ["domain", "website", "domains"],
  ["date", "announced", "dates"],
  ["money", "amount", "amounts of money"],
];

/** These tell what a column is about also where its name contains a word for something else. */
const TELLING: ReadonlySet<ValueType> = new Set(["currency", "round", "investorType", "moveType"]);

/** A list of companies states the latest round of none, of few or of most of them. */
export type LatestRounds = "none" | "few" | "most";

/** Tells of how many companies a list states the latest round with its date. */
export function latestRounds(profiles: readonly ColumnProfile[]): LatestRounds {
  const stated = profiles.filter(({ name }) => LATEST.test(name));
  if (stated.length < 2) return "none";
  return stated.some(({ shares, fill }) => shares.date > 0.8 && fill > 0.5) ? "most" : "few";
}

/**
 * Returns each column with what it is about. A concept that names give is not given by values again. With `readsLatest`, columns of the
 * latest round of a company are those of a round.
 */
export function classify(profiles: readonly ColumnProfile[], { readsLatest }: ClassifyOptions): Classified[] {
  const read = profiles
    .map((one) => byName(one, readsLatest ? one.name.replace(LATEST, "") : one.name))
    .map((one) => (readsLatest ? withoutOtherRounds(one) : one));
  const named = byNeighbours(withRoles(read));
  const taken = new Set(named.map(({ concept }) => concept));
  if (named.some(({ concept, side }) => concept === "type" && side === "round")) taken.add("round");
  const unnamed = named.filter(
    ({ concept, why }) => concept === null && (why === UNKNOWN || why.endsWith(OTHER_VALUES)),
  );
  // People have days of their own.
  const hasPeople = named.some(({ concept, side }) => concept === "role" || side === "person");
  if (hasPeople) taken.add("announced");
  const guesses = unnamed.flatMap(({ profile, why }) => {
    const contents = why === UNKNOWN ? CONTENTS : CONTENTS.filter(([type]) => TELLING.has(type));
    return byContent(profile, contents, taken) ?? [];
  });
  for (const found of guesses) {
    const others = guesses.filter((one) => one !== found && one.concept === found.concept);
    // A column with the same value in all rows comes last.
    const isOnly = others.every((one) => hasOneValue(one) && !hasOneValue(found));
    named[found.profile.index] = isOnly
      ? found
      : { ...found, ...NOTHING_KNOWN, why: `several columns have ${found.what}` };
  }
  const names = named.filter(({ concept, side }) => concept === "name" && side !== "acquirer");
  // Another file has the names of companies that are referred to by their keys.
  const hasKeys = named.some(({ concept, side }) => concept === "key" && side === "company");
  if (!hasKeys && names.every(({ side }) => side === "investor")) nameByContent(named, names.length > 0);
  namePeople(named);
  return named;
}

/** The only column of people next to roles in companies has those who have the roles. */
function namePeople(classified: Classified[]): void {
  const hasRoles = classified.some(({ concept, confidence }) => concept === "role" && confidence > BY_CONTENT);
  const areOfCompanies = classified.every(
    ({ concept, side }) => concept !== "name" || side === "company" || side === "from",
  );
  if (!hasRoles || !areOfCompanies || classified.some(({ concept }) => concept === "firstName")) return;
  const isPeople = ({ concept, why, profile: { values } }: Classified) =>
    concept === null && why === UNKNOWN && values.length > 1 && areNamesOfPeople(values);
  const [only, ...others] = classified.filter(isPeople);
  if (only === undefined || others.length > 0) return;
  const why = "the values are names of people, and other columns have their roles and companies";
  classified[only.profile.index] = { ...only, concept: "name", side: "person", confidence: BY_CONTENT, why };
}

function hasOneValue({ profile }: Classified): boolean {
  return profile.distinct === 1;
}

/** Job titles are recognized by their values when the name of their column says nothing. */
function withRoles(columns: readonly Classified[]): readonly Classified[] {
  const areRoles = ({ concept, why, profile: { values } }: Classified) =>
    concept === null && why === UNKNOWN && values.length >= 3 && areTitles(values);
  if (columns.some(({ concept }) => concept === "role")) return columns;
  const why = "the values are job titles, but the name says nothing that is known";
  return columns.map((one) => (areRoles(one) ? { ...one, concept: "role", confidence: BY_CONTENT, why } : one));
}

/** Investors and amounts that are not said to be those of the latest round may be those of all rounds. */
function withoutOtherRounds(column: Classified): Classified {
  const { concept, side, profile } = column;
  const isOfRound = concept === "investors" || concept === "leadInvestors" || concept === "amount";
  return (isOfRound || (concept === "name" && side === "investor")) && !LATEST.test(profile.column)
    ? { ...column, concept: null, side: null, confidence: 0, why: "it may be about every round of the company" }
    : column;
}

const NO_MONEY = { currency: null, multiply: null };

/** Amounts have a currency before them or behind them, or a unit behind them; `M.18` is the number of a case. */
const MONEY =
  /\p{Sc}|\b[A-Z]{3}\b|\d[\d.,\s]*(?:\p{L}{1,3}\b|millions?|billions?|thousand|crores?|lakhs?|\p{Script=Han})/iu;

function byContent(
  profile: ColumnProfile,
  contents: typeof CONTENTS,
  taken: ReadonlySet<Concept | null>,
): (Classified & { readonly what: string }) | undefined {
  if (profile.values.length < 2 || profile.values.every((text) => ANSWERS.test(text))) return undefined;
  for (const [type, usual, words] of contents) {
    if (profile.shares[type] < 0.8) continue;
    // Words of such types are in sentences, too, which differ from each other.
    if ((type === "investorType" || type === "moveType") && profile.distinct === profile.values.length) continue;
    const concept = usual === "website" ? addressConcept(profile.values) : usual;
    const { currency, multiply } = type === "money" ? moneyWords(profile.words.split(" ")) : NO_MONEY;
    const isNumber = type === "money" && currency === null && getShare(profile.values, MONEY) < 0.5;
    if (concept === undefined || taken.has(concept) || isNumber) continue;
    if (concept === "website" && repeatsSites(profile.values)) continue;
    // An object with several facts may have an address among them.
    if (type === "url" && profile.values.some((text) => text.startsWith("{"))) continue;
    const why = `the values are ${words}, but the name says nothing that is known`;
    return { profile, concept, side: null, confidence: BY_CONTENT, why, currency, multiply, what: words };
  }
  return undefined;
}

/** Such texts are about a record, and name nothing. */
const REMARKS = /(?:^|[^a-z])(?:notes?|remarks?|comments?|confidence|bemerkung(?:en)?|kommentar|observaciones)$/i;

/** Without a better one, these names of columns are those of what has the name; `entry` has the key of a list. */
const NAMING = /^(?:project(?: name)?|entry)$/;

/** A column with such a name has keys, also where they look like names. */
const KEYS = /(?:^|[^a-z])(?:keys?|ids?|codes?|slug|ref(?:erence)?|nr)$/i;

/** Programs name values so, and nobody a company: `inttilsk_1_5`. */
const SNAKE = /^[a-z\d]+(?:_[a-z\d]+)+$/;

/** Tickers, numbers of files, counts and shares are no names: `TZNI`, `S-00009522`, `6手`, `+0.5%`. */
const CODE = /^(?:[A-Z]{2,5}|[A-Z]{0,4}[-_. ]?\d[\dA-Z._-]*|\d+\s?\p{Lo}|[+-]?[\d.,]+\s?%)$/u;

/** Titles are longer than names; scripts without spaces need fewer characters. */
function isTitle(text: string): boolean {
  return text.length > (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 24 : 60);
}

/**
 * The first column of short texts that differ from each other has the names, or the one that is called so.
 * @param hasOther the texts are not enough, because another column has names
 */
function nameByContent(classified: Classified[], hasOther: boolean): void {
  const isNaming = ({ words, distinct }: ColumnProfile) => distinct > 1 && NAMING.test(words);
  const isName = ({ concept, profile, why }: Classified) => {
    const { shares, fill, distinct, values } = profile;
    const isText =
      shares.money < 0.1 &&
      !values.some((text) => ANSWERS.test(text) || SNAKE.test(text)) &&
      getShare(values, CODE) < 0.8 &&
      // The parties of a case are several.
      getShare(values, / \/ /) < 0.5 &&
      shares.number < 0.1 &&
      getShare(values, isTitle) < 0.1 &&
      shares.date < 0.1 &&
      shares.domain < 0.5 &&
      shares.round < 0.5;
    const mayBe = isNaming(profile) || (!hasOther && distinct > values.length * 0.5);
    return (
      concept === null &&
      why === UNKNOWN &&
      isText &&
      !REMARKS.test(profile.column) &&
      !KEYS.test(profile.column) &&
      values.length > 1 &&
      fill > 0.8 &&
      mayBe
    );
  };
  const found = classified
    .filter(isName)
    .toSorted((a, b) => Number(isNaming(b.profile)) - Number(isNaming(a.profile)))[0];
  if (found === undefined) return;
  const why = isNaming(found.profile)
    ? "no other column has a name"
    : "it is the first column of short texts that differ from each other";
  // The names beside job titles are those of people, and no companies.
  const arePeople = classified.some((one) => one.concept === "role") && areNamesOfPeople(found.profile.values);
  classified[found.profile.index] = {
    ...found,
    concept: "name",
    side: arePeople ? "person" : null,
    confidence: 0.4,
    why,
  };
}
