/** Decides what a column is about by its name, where its values agree. */
import { isRoundsKey } from "../read/tables/nested-events";
import { readCountry } from "../values/countries";
import { readIndustry, readVertical } from "../values/industries";
import { titleSeniority } from "../values/moves";
import { readRound } from "../values/rounds";
import { findMisfit, type Shape } from "../values/shapes";
import { wordSet } from "../values/text";
import { ATTACHMENT, isOneSite } from "./addresses";
import { columnWords, type MoneyWords, moneyWords } from "./names/column-words";
import { type Concept, findMeaning, isPreviousJob, type Meaning, type Side } from "./names/synonyms";
import { type ColumnProfile, getShare } from "./profile";

export interface Classified {
  readonly profile: ColumnProfile;
  /** It is null for a column that is about nothing that a field takes. */
  readonly concept: Concept | null;
  readonly side: Side | null;
  readonly confidence: number;
  readonly why: string;
  readonly currency: string | null;
  readonly multiply: number | null;
}

const BY_NAME = 0.95;

/** This is the subject of a column whose name and values say nothing, or nothing that a field takes. */
export const NOTHING_KNOWN = { concept: null, side: null, confidence: 0 } as const;

export const OTHER_VALUES = "which the values are not";
export const UNKNOWN = "the name says nothing that is known";

/** Lists of companies state their latest round so: `Last Funding Date`, `Latest round`. */
export const LATEST = /^(?:last|latest|most recent|recent)[\s_-]*(?=equity|fund(?:ing|ed)|round|raise|invest)/i;

/** Nested records are often in an object that says nothing about them. */
const ENVELOPE =
  /^(?:(?:attributes|content|data|details|document|entities|extracted|fields|info|item|node|parsed|payload|profile|properties|record|result)\.)+/i;

/** A column of such a path is about an earlier event. */
const HISTORY =
  /(?:^(?:history|past|(?:previous|prior|past|earlier)[_ ]?(?:rounds|deals|fundings?))|\.(?:funding|rounds?|deals?|investments?)[_ ]?history)\./i;

export function byName(profile: ColumnProfile, column: string): Classified {
  const name = roundColumn(column.replace(ENVELOPE, ""));
  const words = withoutId(columnWords(name), profile);
  const money = moneyWords(words);
  const plain = { profile, currency: null, multiply: null };
  const nothing = (why: string): Classified => ({ ...plain, ...NOTHING_KNOWN, why });
  if (HISTORY.test(name)) return nothing("it is about earlier events");
  const isCurrency = money.words.length === 0 && money.currency !== null;
  const meaning = isCurrency
    ? AMOUNT
    : (ofAlternatives(name) ??
      ofPrevious(name) ??
      ofSuffix(name) ??
      findMeaning(words, NOTHING) ??
      withoutRemark(name) ??
      findMeaning(words, (concept) => isLikely(concept, profile)));
  if (meaning === undefined) return nothing(unknownReason(words));
  if (meaning === "aggregate" && words.at(-1) === "region" && profile.shares.country === 1)
    return { ...plain, concept: "country", side: null, confidence: 0.65, why: "the regions are countries" };
  if (meaning === "aggregate")
    return nothing(LATEST.test(name) ? "it is a fact of the latest round" : "no field takes such a fact");
  const { confidence } = meaning;
  const { side, concept } = meantByValues(meaning, words, profile, money);
  const why = confidence >= BY_NAME ? `the name means ${concept}` : `the name contains a word for ${concept}`;
  if (concept === "announced" && words.includes("acquired") && profile.shares.date + profile.shares.year < 0.2)
    return { ...plain, concept: "name", side: "target", confidence, why: "the name means the acquired company" };
  if (concept === "announced" && confidence < BY_NAME && words.some((word) => OTHER_DATES.has(word)))
    return nothing("it is the date of something else than a round or a deal");
  const refuted = contradiction(concept, profile);
  if (refuted !== undefined) return nothing(refuted);
  if (concept !== "amount") return { ...plain, concept, side, confidence, why };
  return { profile, concept, side, confidence, why, currency: money.currency, multiply: money.multiply };
}

/** Ids of industries that are words are their names: `categoryIds` may be `edtech` and `fintech`. */
function withoutId(words: string[], { values, distinct }: ColumnProfile): string[] {
  const rest = words.slice(0, -1);
  const meaning = /^ids?$/.test(words.at(-1) ?? "") ? findMeaning(rest) : undefined;
  const isIndustry = typeof meaning === "object" && meaning.concept === "industry";
  return isIndustry && distinct > 1 && values.every((text) => /^[\p{L}&;, _-]+$/u.test(text)) ? rest : words;
}

/** A date of one of these is none of an announcement: `ipo_date`, `registration_date`, `Planned End Date`. */
const OTHER_DATES = wordSet(
  "ipo listing listed listdate delisting registration registered incorporation bankruptcy insolvency end fin ende fine zakonczenia",
);

/** Tells whether a column is about the rounds within companies. */
export function isOfNestedRound(column: string): boolean {
  return isRoundsKey(column.split(".")[0] ?? "");
}

/** The list of the rounds of a company has one of them in each row: `fundingRounds.date` is the date of the round. */
function roundColumn(name: string): string {
  const [first = "", ...rest] = name.split(".");
  return rest.length > 0 && isRoundsKey(first) ? ["round", ...rest].join(".") : name;
}

/** A name may contain a word for what its values are not; then they say nothing either. */
function unknownReason(words: readonly string[]): string {
  const contained = findMeaning(words);
  if (typeof contained !== "object") return UNKNOWN;
  return `the name contains a word for ${contained.concept}, ${OTHER_VALUES}`;
}

/** A column that is named after a currency has amounts in it. */
const AMOUNT: Meaning = { side: null, concept: "amount", confidence: 0.9 };

/** Returns what all parts of a name such as `Company / Startup name` mean. */
function ofAlternatives(name: string): Meaning | undefined {
  const parts = name.split(/[/|&]|\bor\b/).map(columnWords);
  const meanings = parts.map((words) => findMeaning(words));
  const [first] = meanings;
  const areSame = meanings.every(
    (one) => typeof one === "object" && typeof first === "object" && one.concept === first.concept,
  );
  return parts.length > 1 && areSame && typeof first === "object" ? first : undefined;
}

/** A name that merely contains a word means nothing yet. */
const NOTHING = () => false;

/** Returns what a name means without the remark in brackets behind it, or `value`: `Acquired by (operating group)`, `investor_type.value`. */
function withoutRemark(name: string): Meaning | undefined {
  const plain = name.replace(/\s*(?:\([^)]*\)|\[[^\]]*\]|\.(?:value|label))\s*$/i, "");
  const words = columnWords(plain);
  if (plain === name || words.length === 0) return undefined;
  const meaning = findMeaning(words, NOTHING);
  return typeof meaning === "object" ? meaning : undefined;
}

/** Tells whether values may be what the name of their column contains a word for. */
function isLikely(concept: Concept, { shares, values }: ColumnProfile): boolean {
  if (values.length === 0) return true;
  switch (concept) {
    case "announced":
    case "founded":
      return shares.date + shares.year >= 0.5;
    case "amount":
      return shares.money + shares.number >= 0.3;
    case "investors":
    case "leadInvestors":
      return shares.money + shares.number + shares.date < 0.5;
    case "website":
    case "linkedin":
      return shares.domain + shares.url >= 0.5;
    case "country":
      return shares.country >= 0.5;
    case "industry":
    case "description":
      return shares.number < 0.5 && !values.every((text) => ANSWERS.test(text));
    case "employees":
      return getShare(values, /\d/) >= 0.5 && shares.date < 0.5;
    default:
      return true;
  }
}

/** Facts of the company that someone leaves; other facts of what came before are of no use. */
const PREVIOUS_FACTS: readonly Concept[] = [
  ...(["name", "website", "linkedin", "industry", "city", "country", "location", "key", "companyKey"] as const),
];

/** Returns what a path through a previous job says: `previous_position.organization.name` is the company before. */
function ofPrevious(name: string): Meaning | "aggregate" | undefined {
  const path = name.split(".");
  const at = path.slice(0, -1).findIndex((segment) => isPreviousJob(columnWords(segment)));
  if (at === -1) return undefined;
  const rest = path.slice(at + 1).join(".");
  const words = columnWords(rest);
  const meaning = ofSuffix(rest) ?? findMeaning(words);
  if (typeof meaning !== "object") return "aggregate";
  if (meaning.concept === "role") return { ...meaning, side: null, concept: "previousRole" };
  const isOfCompany = meaning.side === null || meaning.side === "company";
  return isOfCompany && PREVIOUS_FACTS.includes(meaning.concept) ? { ...meaning, side: "from" } : "aggregate";
}

/** Returns what the end of the path of a nested value says: `participants.investor.name` is that of an investor. */
function ofSuffix(name: string): Meaning | undefined {
  const path = name.split(".");
  if (path.length < 3) return undefined;
  for (let at = 1; at < path.length - 1; at++) {
    const words = columnWords(path.slice(at).join(" "));
    const meaning = findMeaning(words);
    if (typeof meaning === "object" && meaning.confidence > 0.9) return meaning;
  }
  return undefined;
}

const PAYMENT = /^(?:all[- ])?(?:cash|stock|shares|mixed|cash (?:and|&|\+|\/) ?(?:stock|shares))$/i;
const DEAL_TYPE = /^(?:acquisitions?|mergers?|takeovers?|m&a|buyouts?)$/i;
const PAID = /\b(?:cash|stock|shares?)\b/i;
export const PERSON_PAGE = /linkedin\.com\/in\//i;

/** These are names of rounds, but no types of investors. */
const ROUND_ONLY = /^(?:pre|series|seed|debt|grant|bridge|convertible|equity|ipo)\b/i;

/** Some names mean several things, which the values tell apart. */
function meantByValues(
  { side, concept }: Meaning,
  words: readonly string[],
  { shares, values }: ColumnProfile,
  money: MoneyWords,
): Pick<Meaning, "side" | "concept"> {
  const hasUnit = money.currency !== null || money.multiply !== null;
  if (concept === "investors" && hasUnit && shares.number + shares.money > 0.8) return { side, concept: "amount" };
  // `Coming from` may name the previous role with its company.
  if (side === "from" && concept === "name" && getShare(values, isRoleAndCompany) > 0.5)
    return { side: null, concept: "previousRole" };
  // `From` and `To` are days of a term, or companies.
  const areTimes = shares.date + shares.year > 0.5 || getShare(values, /^\d/) > 0.5;
  if (side === "from" && concept === "name" && areTimes) return { side: null, concept: "joined" };
  if (concept === "left" && words.join(" ") === "to" && !areTimes) return { side: "company", concept: "name" };
  // `Hired by` has the words of `hired`.
  if (concept === "joined" && words.join(" ") === "hired" && shares.date < 0.2)
    return { side: "company", concept: "name" };
  // Investors join a round, and are in `joined_by`.
  if (concept === "joined" && words.at(-1) === "joined" && values.length > 0 && shares.date + shares.year < 0.2)
    return { side: null, concept: "investors" };
  if (concept === "linkedin" && getShare(values, PERSON_PAGE) > 0.5) return { side: "person", concept };
  if (concept === "type" && getShare(values, PAYMENT) === 1) return { side: null, concept: "payment" };
  // Lists of deals name what all of them are in a category.
  if (concept === "industry" && getShare(values, DEAL_TYPE) === 1) return { side: "round", concept: "type" };
  // The structure of a deal is often stated in a sentence about what is paid.
  if (concept === "type" && side === null && isProse(values) && values.some((text) => PAID.test(text)))
    return { side, concept: "payment" };
  if (concept === "type" || concept === "industry") {
    const isRound = values.some((text) => ROUND_ONLY.test(text));
    if (shares.round > 0.6 && isRound) return { side: "round", concept: "type" };
    if (shares.investorType > 0.6 && side === null && !isRound) return { side, concept: "investorType" };
  }
  if (concept === "amount" && words.join(" ") === "size" && areHeadcounts(values))
    return { side, concept: "employees" };
  // A sheet has two columns of one name: `Amount` with the numbers, and `Amount` with the currencies.
  if (concept === "amount" && shares.currency > 0.8) return { side: null, concept: "currency" };
  if (concept === "amount" && shares.money < 0.2 && shares.round > 0.6) return { side: null, concept: "round" };
  if (concept === "amount" && words.join(" ") === "consideration" && shares.money < 0.2)
    return { side, concept: "payment" };
  if (concept === "website" && words.join(" ") === "domain" && shares.domain + shares.url < 0.2)
    return { side, concept: "industry" };
  if (concept === "source" && shares.url < 0.3) return { side, concept: isProse(values) ? "headline" : "outlet" };
  // A database calls its amounts in dollars so: "Money Raised Currency (in USD)".
  if (concept === "currency" && shares.number > 0.8) return { side, concept: "amount" };
  if (concept === "description" && shares.domain + shares.url > 0.5) return { side, concept: "website" };
  if (concept === "joined" && words[0] === "started" && shares.year > 0.8) return { side, concept: "founded" };
  return { side, concept };
}

/** Sizes of companies are ranges of small numbers, or numbers of people: `50 to 150`, `190人`. */
function areHeadcounts(values: readonly string[]): boolean {
  return getShare(values, /^[\d,]{1,6}\s*(?:\+|[人名명]|(?:-|–|to)\s*[\d,]{1,6})$/) === 1;
}

/** Headlines have more words than names. */
export function isProse(values: readonly string[]): boolean {
  return getShare(values, (text) => text.split(" ").length > 4) > 0.5;
}

function isRoleAndCompany(text: string): boolean {
  const [role = "", company] = text.split(/,\s|\s(?:at|of)\s/);
  return company !== undefined && titleSeniority(role) !== undefined;
}

export const ANSWERS = /^(?:(?:true|false|yes|no|s[ií]|oui|non|ja|nein)[;,\s]*)+$/i;

/** A source may be how a row was collected, and no publication. */
const COLLECTED =
  /^(?:editorial|pipeline|manual(?:ly)?|auto(?:mat(?:ed|ic))?|curated|imported|scrap(?:ed|er)|crawler|api|csv|seed|internal|user|ai|llm)$/i;

const TOOLS =
  /\b(?:java|javascript|typescript|python|php|delphi|angular|vue|django|laravel|node\.?js|kotlin|sql)\b|\bC(?:#|\+\+)|\.NET\b/i;

/** A company has its seat in one country, and is active in several. */
export function areLists(values: readonly string[]): boolean {
  return getShare(values, /[;|,]/) > 0.5;
}

/** Lists of technologies name what companies use, unless industries are among them. */
function areToolsUsed({ words, values }: ColumnProfile): boolean {
  const isIndustry = (text: string) => readIndustry(text) !== undefined || readVertical(text) !== undefined;
  const names = values.slice(0, 1_000).flatMap((text) => text.split(/\s*[,;|]\s*/));
  return /^technolog(?:y|ies)(?: used)?$/.test(words) && areLists(values) && getShare(names, isIndustry) < 0.5;
}

/** Codes of a register are no names of industries; `AI` is one. */
function isUnknownCode(text: string): boolean {
  return /^(?:\p{Lu}{1,3}|\d+)$/u.test(text) && readIndustry(text) === undefined && readVertical(text) === undefined;
}

/** Projects and products have phases and stages of other names. */
function isUnknownRound(text: string): boolean {
  const read = readRound(text);
  return typeof read === "object" && !read.recognized;
}

/** The values of these are free texts, which must not look like other ones. */
const TEXTS: Partial<Record<Concept, string>> = {
  ...{ name: "name", firstName: "name", lastName: "name", investors: "investors", leadInvestors: "investors" },
  ...{ city: "hqCity", location: "hqCity", industry: "industrySubTags", subIndustry: "industrySubTags" },
  ...{ businessModel: "businessModel", description: "description", role: "role", previousRole: "role" },
  ...{ outlet: "outlet", headline: "title" },
};

/** Sentences may still describe what a column is about. */
function isOtherShape(shape: Shape | undefined): boolean {
  return shape !== undefined && shape !== "a sentence";
}

/** Returns why the values of a column cannot be what its name says. */
function contradiction(concept: Concept, profile: ColumnProfile): string | undefined {
  const { shares, values } = profile;
  const is = (words: string) => `the name means ${concept}, but the values are ${words}`;
  if (values.some((text) => text.startsWith("[{"))) return is("lists of records");
  const isNamed = concept === "investors" || concept === "leadInvestors" || concept === "name";
  const isTime = concept === "announced" || concept === "closing" || concept === "joined" || concept === "left";
  if ((isNamed || isTime) && getShare(values, ANSWERS) === 1) return is("answers to a question");
  if (concept === "industry" && getShare(values, /:\/\//) > 0.3) return is("addresses");
  if (concept === "industry" && getShare(values, TOOLS) > 0.3) return is("tools of programmers");
  if (concept === "industry" && areToolsUsed(profile)) return is("technologies, of which few are industries");
  if (concept === "industry" && getShare(values, isUnknownCode) === 1) return is("codes");
  if (concept === "country" && areLists(values)) return is("several countries");
  if (concept === "outlet" && getShare(values, COLLECTED) === 1) return is("ways in which the rows were collected");
  const misfits = values.slice(0, 1_000).map((text) => findMisfit(TEXTS[concept] ?? "", text));
  const misfit = misfits.find(isOtherShape);
  if (misfit !== undefined && getShare(misfits, isOtherShape) > 0.5)
    return `the name means ${concept}, but most values are such as ${misfit}`;
  if (values.length < 3) return undefined;
  if (concept === "amount" && shares.year > 0.8) return is("years");
  if (concept === "name" && shares.money + shares.number + shares.date > 0.8) return is("no names");
  if (concept === "amount" && shares.money < 0.2 && shares.number < 0.2) return is("no amounts");
  // Some lists say where investors invest in a column of that name.
  if (concept === "country" && getShare(values.slice(0, 1_000), (text) => readCountry(text) !== undefined) < 0.3)
    return is("no countries");
  if (concept === "round" && (shares.date > 0.8 || (shares.number > 0.8 && shares.year < 0.8)))
    return is("numbers or dates");
  if (concept === "round" && values.slice(0, 1_000).every(isUnknownRound)) return is("no known rounds");
  if (concept === "investors" && shares.number > 0.9) return is("numbers");
  if (concept === "role" && shares.number > 0.9) return is("numbers");
  if (concept === "description" && getShare(values, ATTACHMENT) > 0.3) return is("files");
  if (concept === "website" && shares.domain + shares.url < 0.2) return is("no addresses");
  if (concept === "website" && isOneSite(values)) return is("pages of one site");
  const isDate = concept === "announced" || concept === "founded" || concept === "year";
  if (isDate && shares.date + shares.year + shares.number < 0.2) return is("no dates");
  return undefined;
}
