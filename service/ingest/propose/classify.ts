/** Decides what each column is about, by its name and by its values. */
import { reduceDomain } from "@dealflow/contract/query/syntax";
import { readDomain } from "../values/links";
import { titleSeniority } from "../values/moves";
import { columnWords, type MoneyWords, moneyWords } from "./column-words";
import type { ColumnProfile } from "./profile";
import { type Concept, isPreviousJob, type Meaning, meaningOf, type Side } from "./synonyms";

interface ClassifyOptions {
  readonly readsLatest: boolean;
}

export interface Classified {
  readonly profile: ColumnProfile;
  /** Null for a column that is about nothing that a field takes. */
  readonly concept: Concept | null;
  readonly side: Side | null;
  readonly confidence: number;
  readonly why: string;
  readonly currency: string | null;
  readonly multiply: number | null;
}

const BY_NAME = 0.95;
const BY_CONTENT = 0.5;

/** Each of these types of values, in this order, may tell what a column without a known name is about. */
const CONTENTS: readonly (readonly [keyof ColumnProfile["shares"], Concept, string])[] = [
  ["country", "country", "countries"],
  ["currency", "currency", "currencies"],
  ["round", "round", "names of rounds"],
  ["url", "website", "addresses"],
  ["domain", "website", "domains"],
  ["date", "announced", "dates"],
  ["money", "amount", "amounts of money"],
];

/** Lists of companies state their latest round so: `Last Funding Date`, `Latest round`. */
const LATEST = /^(?:last|latest|most recent)[\s_-]*(?=equity|funding|round|raise|investment)/i;

/** A list of companies states the latest round of none, of few or of most of them. */
export type LatestRounds = "none" | "few" | "most";

/** Tells of how many companies a list states the latest round with its date. */
export function latestRounds(profiles: readonly ColumnProfile[]): LatestRounds {
  const stated = profiles.filter(({ column }) => LATEST.test(column));
  if (stated.length < 2) return "none";
  return stated.some(({ shares, fill }) => shares.date > 0.8 && fill > 0.5) ? "most" : "few";
}

/**
 * Returns each column with what it is about. A concept that names give is not given by values again. With `readsLatest`, columns of the
 * latest round of a company are those of a round.
 */
export function classify(profiles: readonly ColumnProfile[], { readsLatest }: ClassifyOptions): Classified[] {
  const named = profiles
    .map((one) => byName(one, readsLatest ? one.column.replace(LATEST, "") : one.column))
    .map((one) => (readsLatest ? withoutOtherRounds(one) : one))
    .map(addressOfSource)
    .map(withoutConstantName)
    .map(businessOfCompany)
    .map(sourceOfEdge)
    .map(surname)
    .map(partOfBuyout);
  const taken = new Set(named.map(({ concept }) => concept));
  if (named.some(({ concept, side }) => concept === "type" && side === "round")) taken.add("round");
  const unnamed = named.filter(({ concept, why }) => concept === null && why === UNKNOWN);
  for (const { profile } of unnamed) {
    const found = byContent(profile, taken);
    if (found === undefined) continue;
    taken.add(found.concept);
    named[profile.index] = found;
  }
  if (!taken.has("name")) nameByContent(named);
  return named;
}

/** Investors and amounts that are not said to be those of the latest round may be those of all rounds. */
function withoutOtherRounds(column: Classified): Classified {
  const { concept, side, profile } = column;
  const isOfRound = concept === "investors" || concept === "leadInvestors" || concept === "amount";
  return (isOfRound || (concept === "name" && side === "investor")) && !LATEST.test(profile.column)
    ? { ...column, concept: null, side: null, confidence: 0, why: "it may be about every round of the company" }
    : column;
}

/** An address within a site is that of an article. */
const ARTICLE = /^https?:\/\/[^/]+\/.{12,}/i;

/** A plain address next to that of a company is that of the page about the event, as is the address of an article. */
function addressOfSource(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isPlain = columnWords(column.profile.column).join(" ") === "url" && column.profile.shares.url > 0.5;
  const hasOwn = all.some(({ concept, side }) => concept === "website" && (side === "company" || side === "target"));
  const { values } = column.profile;
  const isArticle = values.filter((text) => ARTICLE.test(text)).length > values.length * 0.6;
  if (column.concept === "website" && column.confidence < 0.9 && addressConcept(values) !== "website") {
    const isSource = addressConcept(values) === "source" && all.every(({ concept }) => concept !== "source");
    const [concept, confidence] = isSource ? (["source", column.confidence] as const) : [null, 0];
    return { ...column, concept, side: null, confidence, why: "the values are addresses of pages within sites" };
  }
  if (!isPlain || !(hasOwn || isArticle) || all.some(({ concept }) => concept === "source")) return column;
  return {
    ...column,
    concept: "source",
    why: hasOwn ? "another column has the addresses of the companies" : "the values are addresses of articles",
  };
}

/** A name that is the same in all rows, next to names that differ, is that of a group to which the rows belong. */
function withoutConstantName(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, side, profile } = column;
  const isSame = concept === "name" && side === "company" && profile.distinct === 1 && profile.values.length >= 3;
  const hasOther = all.some((one) => one.concept === "name" && one.side === null && one.profile.distinct > 1);
  // People may all be of one company.
  const areCompanies = !all.some((one) => one.concept === "firstName" || one.concept === "role");
  return isSame && hasOther && areCompanies
    ? { ...column, concept: null, side: null, confidence: 0, why: ONE_NAME }
    : column;
}

const ACTIVITY = /^(?:actividad|activite|atividade|attivita)$/;

/** A column of businesses has the industries when another one has the names of the companies. */
function businessOfCompany(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const name = columnWords(column.profile.column).join(" ");
  const hasDescription = all.some((one) => one !== column && one.concept === "description");
  if (column.concept === "description" && ACTIVITY.test(name) && hasDescription)
    return { ...column, concept: "industry", why: "another column describes the companies" };
  const isBusiness = column.concept === "name" && name === "business";
  const hasOther = all.some((one) => one !== column && one.concept === "name" && one.side !== "investor");
  return isBusiness && hasOther
    ? { ...column, concept: "industry", side: null, why: "another column has the names of the companies" }
    : column;
}

/** A graph of acquisitions has edges from a source, which buys, to a target. */
function sourceOfEdge(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isSource = columnWords(column.profile.column).join(" ") === "source" && column.concept === "outlet";
  const hasSide = (side: Side) => all.some((one) => one.side === side && one.concept === "name");
  return isSource && hasSide("target") && !hasSide("acquirer")
    ? { ...column, concept: "name", side: "acquirer", why: "the source of an edge to the target is the acquirer" }
    : column;
}

/** A plain name next to a first name is the last one. */
function surname(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const has = (concept: Concept) => all.some((one) => one.concept === concept);
  return column.concept === "name" && column.side === null && has("firstName") && !has("lastName")
    ? { ...column, concept: "lastName", side: "person", why: "another column has the first name" }
    : column;
}

/** In a list of buyouts the investors buy the company. */
function partOfBuyout(column: Classified, _index: number, all: readonly Classified[]): Classified {
  if (all.some(({ side }) => side === "acquirer") || !all.some(isTypeOfBuyouts)) return column;
  if (column.concept === "investors" || (column.concept === "name" && column.side === "investor"))
    return {
      ...column,
      concept: "name",
      side: "acquirer",
      why: "most deals are buyouts, whose investors buy the company",
    };
  return isTypeOfBuyouts(column) ? { ...column, concept: "type", side: "round" } : column;
}

/** Tells whether most values of a column say that a company was bought. */
export function isTypeOfBuyouts({ concept, profile }: Classified): boolean {
  if (concept !== "round" && concept !== "type") return false;
  return profile.values.filter((text) => BUYOUT.test(text)).length > profile.values.length * 0.5;
}

const BUYOUT =
  /\b(?:(?:leveraged|management|secondary)?[\s-]*buy[\s-]?(?:out|in)s?|[ml]b[oi]|public[\s-]to[\s-]private|take[\s-]private|add[\s-]?on|bolt[\s-]?on|acquisitions?|mergers?|m&a|carve[\s-]?out|control)\b/i;

const ONE_NAME = "it is the same in all rows";

const OF_ROUND = "it is a fact of the latest round";
const NO_FIELD = "no field takes such a fact";
const UNKNOWN = "the name says nothing that is known";

/** Nested records are often in an object that says nothing about them. */
const ENVELOPE =
  /^(?:(?:attributes|content|data|details|document|entities|extracted|fields|info|item|node|parsed|payload|properties|record|result)\.)+/i;

function byName(profile: ColumnProfile, column: string): Classified {
  const name = column.replace(ENVELOPE, "");
  const words = columnWords(name);
  const money = moneyWords(words);
  const common = { profile, currency: null, multiply: null };
  const isCurrency = money.words.length === 0 && money.currency !== null;
  const meaning = isCurrency
    ? AMOUNT
    : (ofAlternatives(name) ??
      ofPrevious(name) ??
      ofSuffix(name) ??
      meaningOf(words, money.words, NOTHING) ??
      withoutRemark(name) ??
      meaningOf(words, money.words, (concept) => isLikely(concept, profile)));
  if (meaning === undefined) return { ...common, concept: null, side: null, confidence: 0, why: UNKNOWN };
  if (meaning === "aggregate")
    return { ...common, concept: null, side: null, confidence: 0, why: LATEST.test(name) ? OF_ROUND : NO_FIELD };
  const { confidence } = meaning;
  const { side, concept } = meantByValues(meaning, words, profile, money);
  const why = confidence >= BY_NAME ? `the name means ${concept}` : `the name contains a word for ${concept}`;
  if (concept === "announced" && words.includes("acquired") && profile.shares.date < 0.2)
    return { ...common, concept: "name", side: "target", confidence, why: "the name means the acquired company" };
  const refuted = contradiction(concept, profile);
  if (refuted !== undefined) return { ...common, concept: null, side: null, confidence: 0, why: refuted };
  if (concept !== "amount") return { ...common, concept, side, confidence, why };
  return { profile, concept, side, confidence, why, currency: money.currency, multiply: money.multiply };
}

/** A column that is named after a currency has amounts in it. */
const AMOUNT: Meaning = { side: null, concept: "amount", confidence: 0.9 };

/** Returns what all parts of a name such as `Company / Startup name` mean. */
function ofAlternatives(name: string): Meaning | undefined {
  const parts = name.split(/[/|&]|\bor\b/).map(columnWords);
  const meanings = parts.map((words) => meaningOf(words, moneyWords(words).words));
  const [first] = meanings;
  const areSame = meanings.every(
    (one) => typeof one === "object" && typeof first === "object" && one.concept === first.concept,
  );
  return parts.length > 1 && areSame && typeof first === "object" ? first : undefined;
}

/** A name that merely contains a word means nothing yet. */
const NOTHING = () => false;

/** Returns what a name means without the remark in brackets behind it: `Acquired by (operating group)`. */
function withoutRemark(name: string): Meaning | undefined {
  const plain = name.replace(/\s*(?:\([^)]*\)|\[[^\]]*\])\s*$/, "");
  const words = columnWords(plain);
  if (plain === name || words.length === 0) return undefined;
  const meaning = meaningOf(words, moneyWords(words).words, NOTHING);
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
    case "website":
    case "linkedin":
      return shares.domain + shares.url >= 0.5;
    case "country":
      return shares.country >= 0.5;
    case "employees":
      return values.filter((text) => /\d/.test(text)).length >= values.length * 0.5;
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
  const meaning = ofSuffix(rest) ?? meaningOf(words, moneyWords(words).words);
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
    const meaning = meaningOf(words, moneyWords(words).words);
    if (typeof meaning === "object" && meaning.confidence > 0.9) return meaning;
  }
  return undefined;
}

const PERSON_PAGE = /linkedin\.com\/in\//i;

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
  if (side === "from" && concept === "name" && values.filter(isRoleAndCompany).length > values.length * 0.5)
    return { side: null, concept: "previousRole" };
  // `From` and `To` are days of a term, or companies.
  if (side === "from" && concept === "name" && shares.date + shares.year > 0.5)
    return { side: null, concept: "joined" };
  if (concept === "left" && words.join(" ") === "to" && shares.date + shares.year < 0.5)
    return { side: "company", concept: "name" };
  // `Hired by` has the words of `hired`.
  if (concept === "joined" && words.join(" ") === "hired" && shares.date < 0.2)
    return { side: "company", concept: "name" };
  if (concept === "linkedin" && values.some((text) => PERSON_PAGE.test(text))) return { side: "person", concept };
  if (concept === "type" || concept === "industry") {
    const isRound = values.some((text) => ROUND_ONLY.test(text));
    if (shares.round > 0.6 && isRound) return { side: "round", concept: "type" };
    if (shares.investorType > 0.6 && side === null && !isRound) return { side, concept: "investorType" };
  }
  if (concept === "amount" && shares.money < 0.2 && shares.round > 0.6) return { side: null, concept: "round" };
  if (concept === "amount" && words.join(" ") === "consideration" && shares.money < 0.2)
    return { side, concept: "payment" };
  if (concept === "website" && words.join(" ") === "domain" && shares.domain + shares.url < 0.2)
    return { side, concept: "industry" };
  if (concept === "source" && shares.url < 0.3) return { side, concept: isProse(values) ? "headline" : "outlet" };
  // A database calls its amounts in dollars so: "Money Raised Currency (in USD)".
  if (concept === "currency" && shares.number > 0.8) return { side, concept: "amount" };
  if (concept === "joined" && words[0] === "started" && shares.year > 0.8) return { side, concept: "founded" };
  return { side, concept };
}

/** Headlines have more words than names. */
function isProse(values: readonly string[]): boolean {
  return values.filter((text) => text.split(" ").length > 4).length > values.length * 0.5;
}

function isRoleAndCompany(text: string): boolean {
  const [role = "", company] = text.split(/,\s/);
  return company !== undefined && titleSeniority(role) !== undefined;
}

const ANSWERS = /^(?:(?:true|false|yes|no)[;,\s]*)+$/i;

/** Tables with attachments export the name of the file, perhaps with its address. */
const ATTACHMENT = /\.(?:pdf|docx?|pptx?|xlsx?|png|jpe?g|gif)(?:$|\s*\()/i;

/** Returns why the values of a column cannot be what its name says. */
function contradiction(concept: Concept, { shares, values }: ColumnProfile): string | undefined {
  const is = (words: string) => `the name means ${concept}, but the values are ${words}`;
  if (values.some((text) => text.startsWith("[{"))) return is("lists of records");
  const isNamed = concept === "investors" || concept === "leadInvestors" || concept === "name";
  if (isNamed && values.length > 0 && values.every((text) => ANSWERS.test(text))) return is("answers to a question");
  if (values.length < 3) return undefined;
  if (concept === "amount" && shares.money < 0.2 && shares.number < 0.2) return is("no amounts");
  if (concept === "round" && (shares.date > 0.8 || (shares.number > 0.8 && shares.year < 0.8)))
    return is("numbers or dates");
  if (concept === "investors" && shares.number > 0.9) return is("numbers");
  if (concept === "role" && shares.number > 0.9) return is("numbers");
  if (concept === "description" && values.filter((text) => ATTACHMENT.test(text)).length > values.length * 0.3)
    return is("files");
  if (concept === "website" && shares.domain + shares.url < 0.2) return is("no addresses");
  if (concept === "website" && isOneSite(values)) return is("pages of one site");
  if (concept === "announced" && shares.date + shares.year + shares.number < 0.2) return is("no dates");
  return undefined;
}

const NO_MONEY = { currency: null, multiply: null };

function byContent(
  profile: ColumnProfile,
  taken: ReadonlySet<Concept | null>,
): (Classified & { concept: Concept }) | undefined {
  if (profile.values.length < 2) return undefined;
  for (const [type, usual, words] of CONTENTS) {
    if (profile.shares[type] < 0.8) continue;
    const concept = usual === "website" ? addressConcept(profile.values) : usual;
    const { currency, multiply } = type === "money" ? moneyWords(columnWords(profile.column)) : NO_MONEY;
    const isNumber = type === "money" && currency === null && profile.values.every((text) => /^[\d.,\s]*$/.test(text));
    if (concept === undefined || taken.has(concept) || isNumber) continue;
    if (concept === "website" && isOneSite(profile.values)) continue;
    const why = `the values are ${words}, but the name says nothing that is known`;
    return { profile, concept, side: null, confidence: BY_CONTENT, why, currency, multiply };
  }
  return undefined;
}

/** Such an address is that of a site itself, perhaps in one of its languages. */
const SITE = /^(?:https?:\/\/)?[^/?#\s]+\/?(?:[\w-]{1,5}\/?|(?:index|home)(?:\.\w+)?)?(?:[?#].*)?$/i;

/** Returns what addresses are: those of sites, or of pages within sites that are neither files nor profiles of members. */
function addressConcept(values: readonly string[]): "website" | "source" | undefined {
  const some = values.slice(0, 1_000);
  const share = (test: (text: string) => boolean) => some.filter(test).length / Math.max(some.length, 1);
  if (share((text) => SITE.test(text)) >= 0.7) return "website";
  const isOther = (text: string) => ATTACHMENT.test(text) || "shared" in (readDomain(text) ?? {});
  return share((text) => !SITE.test(text)) > 0.6 && share(isOther) < 0.3 ? "source" : undefined;
}

/** A database links its own pages, which are not the addresses of the companies. */
function isOneSite(values: readonly string[]): boolean {
  const hosts = values.slice(0, 1_000).map((text) => reduceDomain(text) ?? "");
  const [first = ""] = hosts;
  return hosts.length >= 5 && hosts.filter((host) => host === first).length > hosts.length * 0.5;
}

/** The first column of short texts that differ from each other has the names. */
function nameByContent(classified: Classified[]): void {
  const index = classified.findIndex(({ concept, profile, why }) => {
    const { shares, fill, distinct, values } = profile;
    const isText =
      shares.number < 0.1 && shares.long < 0.1 && shares.date < 0.1 && shares.domain < 0.5 && shares.round < 0.5;
    return concept === null && why === UNKNOWN && isText && fill > 0.8 && distinct > values.length * 0.5;
  });
  const found = classified[index];
  if (found === undefined) return;
  const why = "it is the first column of short texts that differ from each other";
  classified[index] = { ...found, concept: "name", confidence: 0.4, why };
}
