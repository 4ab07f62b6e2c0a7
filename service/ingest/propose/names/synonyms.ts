/** Finds what the names of columns mean, by lists of names in many languages. */
import { wordSet } from "../../values/text";
import { columnWords, moneyWords } from "./column-words";
import names from "./names.json" with { type: "json" };

/** A column is about one of these: who it belongs to is a separate question. */
export type Concept = keyof typeof names.western.concepts;

/** A column is about one of these, as leading words of its name say. */
export type Side = keyof typeof names.western.sides;

/** These are facts about all rounds of a company, pages of other sites about it, or facts that no field takes. */
const AGGREGATES =
  /^(?:file|use (?:proceeds|funds)|use$|reference date|founders?|percent|ticket|checks?|cheque|cost basis|vc round|lead status|create date|as date|deal owner)\b|^(?:total (?!amount sold)|last |first |latest |top |max |min |average |avg |cumulative |valuation|revenue|turnover|fatturato|ricavi|umsatz|chiffre affaires|facturacion|receita|omzet|ebit|net income|pre money|post money|rank|cb rank|estimated |n[ou]m(?:ber)? |no (?!employees)|anzahl |nombre (?!empl|sal)|count\b|years? since)|\b(?:total|valuation|rank|revenue|count|ratio|percent|growth|remaining|offering amount|already invested|logo|email|phone|fax|twitter|facebook|instagram|zip|postal code|zipcode|state code|region|state|estado|updated at|updated date|date updated|created at|date added|added|date created|created time|modified time|date modified|modified|updated|created|id|uuid)$|\b(?:facebook|twitter|instagram|youtube|github|angellist|logo|image|cb|crunchbase|profile url|name url|followers|uuids|ids|tranche|ask|asked|goal|requested|ebitda|per share|ticker|symbol|isin|cusip|valuation|websites|growth|percent|prozent|perc|pct|margins?|marge|profits?|extraction|extracted|scraped?|scraping|crawled|processing|processed|collected|retrieved|fetched|checked|verified|reviewed|deadline|expiry|expires|receipt|notification|position value|aum|entry price|current price|share price|market cap|market capitali[sz]ation|marktkapitalisierung|capitalisation boursiere|capitalizacion bursatil|capitalizzazione|piyasa degeri|book value|contract end|end contract|follow up|next step|next action|place performance|search tags|reminder|born|birth|birthda(?:y|te)|dob|geburts\w+|geboren|naissance|nacimiento|nascimento|nascita)\b|total usd$|funding total|funding rounds$|^(?:state|region|zip|county|province|street|address)\b/;

/**
 * Phrases are separated by commas; accents and joining words do not matter. Scripts without spaces need a phrase for each
 * combination, such as that for `website of the company`. A name that contains one of `aggregates` is about a fact that no field takes.
 */
const LANGUAGES = Object.values(names);

/** Lists each phrase of the names with its words, and its place among the phrases of the same meaning. */
function listPhrases<Meant extends string>(named: readonly { readonly [Name in Meant]?: string }[]) {
  return named
    .flatMap((one) => Object.entries(one) as [Meant, string][])
    .flatMap(([meant, phrases]) =>
      phrases.split(", ").map((phrase, place) => ({ meant, words: columnWords(phrase), place })),
    );
}

const OTHER_AGGREGATES = LANGUAGES.flatMap(({ aggregates }) =>
  aggregates.split(", ").filter((phrase) => phrase !== ""),
).map((phrase) => ` ${columnWords(phrase).join(" ")} `);

function isAggregate(phrase: string): boolean {
  return AGGREGATES.test(phrase) || OTHER_AGGREGATES.some((one) => ` ${phrase} `.includes(one));
}

const NAMED = listPhrases<Concept>(LANGUAGES.map(({ concepts }) => concepts)).map(
  ({ meant, words }) => [words.join(" "), meant] as const,
);
const PHRASES: ReadonlyMap<string, Concept> = new Map(NAMED);
/** The same words in another order mean the same, as in `stage of funding`. */
const ANY_ORDER: ReadonlyMap<string, Concept> = new Map(
  NAMED.filter(([phrase]) => phrase.includes(" ")).map(([phrase, concept]) => [inAnyOrder(phrase), concept]),
);

function inAnyOrder(phrase: string): string {
  return phrase.split(" ").sort().join(" ");
}

/** Returns the phrases that two meanings list, of which one would be ignored. */
export function ambiguousPhrases(): string[] {
  return NAMED.filter(([phrase, concept]) => PHRASES.get(phrase) !== concept).map(([phrase]) => phrase);
}

const SIDE_PHRASES = listPhrases<Side>(LANGUAGES.map(({ sides }) => sides)).toSorted(
  (a, b) => b.words.length - a.words.length,
);

/** These words alone name a company. */
const COMPANIES: ReadonlySet<string> = new Set(
  SIDE_PHRASES.filter(({ meant, words }) => meant === "company" && words.length === 1).map(({ words }) => words.join()),
);

/** These phrases in a longer name say what it is about; the first that is found counts. */
const CONTAINED: readonly Concept[] = [
  ...(["linkedin", "employees", "founded", "currency", "leadInvestors", "investors", "amount", "round"] as const),
  ...(["announced", "website", "country", "city", "location", "industry", "description", "role", "source"] as const),
];

export interface Meaning {
  readonly side: Side | null;
  readonly concept: Concept;
  /** Is at least 0.95 for a known name, and 0.65 for a name that contains one. */
  readonly confidence: number;
}

/**
 * Returns what the words of a column's name mean, of which several may be numbered (`Investor 1`), with or without those of a currency and a
 * unit; "aggregate" for a fact that no field takes. `accepts` tells whether what a longer name contains a word for may be meant.
 */
export function findMeaning(
  words: readonly string[],
  accepts: (concept: Concept) => boolean = () => true,
): Meaning | "aggregate" | undefined {
  const plain = moneyWords(words).words;
  const known =
    knownMeaning(words) ??
    (plain.length > 0 ? knownMeaning(plain) : undefined) ??
    (/^\d{1,2}$/.test(words.at(-1) ?? "") ? knownMeaning(words.slice(0, -1)) : undefined);
  if (known !== undefined) return known;
  return [words, plain].some((some) => isAggregate(some.join(" ")))
    ? "aggregate"
    : containedMeaning(plain.length > 0 ? plain : words, accepts);
}

function knownMeaning(words: readonly string[]): Meaning | undefined {
  const phrase = words.join(" ");
  // `Category name` is the category.
  const concept =
    PHRASES.get(phrase) ?? (words.at(-1) === "name" ? PHRASES.get(words.slice(0, -1).join(" ")) : undefined);
  if (concept !== undefined) return { side: null, concept, confidence: 0.95 };
  // `id_startup` is the key of the startup, as `startup_id` is.
  const sided = sidedMeaning(words) ?? (words[0] === "id" ? sidedMeaning([...words.slice(1), "id"]) : undefined);
  if (sided !== undefined) return sided;
  const reordered = ANY_ORDER.get(inAnyOrder(phrase));
  return reordered === undefined ? undefined : { side: null, concept: reordered, confidence: 0.95 };
}

/** `New Organisation` and `Previous employer` say which of two companies is meant. */
const NEW = wordSet(
  "new hiring joining current neue neues nouvelle nueva nieuwe nowa nowy nytt ny uusi nova novy yeni новая нова",
);
const PREVIOUS = wordSet(
  "past previous prev prior former old ex last earlier bisherige bisheriges ancienne anterior vorige voormalige poprzednie poprzednia tidigare tidligere forrige edellinen aiempi predchozi korabbi elozo onceki eski предыдущая прежняя попередня",
);

/** Alone, these words may begin other things than a job, such as `last.name`. */
const ALONE: ReadonlySet<string> = new Set(["previous", "prior", "former", "old", "from"]);
const JOBS: ReadonlySet<string> = new Set(["employment", "experience", "workplace"]);

/** Tells whether a nested record is that of a previous job, as `previous_position` is, and `previous_round` is not. */
export function isPreviousJob([first = "", ...others]: readonly string[]): boolean {
  const phrase = others.join(" ");
  if (phrase === "") return ALONE.has(first);
  return (
    (first === "from" || PREVIOUS.has(first)) &&
    (COMPANIES.has(phrase) || JOBS.has(phrase) || PHRASES.get(phrase) === "role")
  );
}

function sidedMeaning(words: readonly string[]): Meaning | undefined {
  const [first = "", ...others] = words;
  if (COMPANIES.has(others.join(" "))) {
    if (NEW.has(first)) return { side: "company", concept: "name", confidence: 0.95 };
    if (PREVIOUS.has(first)) return { side: "from", concept: "name", confidence: 0.95 };
  }
  // `Current Job Title` is the role, and `Current Company Headquarters` a place of the company.
  if (NEW.has(first) && (COMPANIES.has(others[0] ?? "") || PHRASES.get(others.join(" ")) === "role")) {
    const meaning = knownMeaning(others);
    const isRole = meaning?.concept === "role";
    if (meaning !== undefined) return { ...meaning, side: isRole ? null : (meaning.side ?? "company") };
  }
  // `New Position Company` is the new company, and `Past Position Title` the previous title.
  if ((NEW.has(first) || PREVIOUS.has(first)) && /^(?:position|role|job)$/.test(others[0] ?? "") && others.length > 1)
    return knownMeaning([first, ...others.slice(1)]);
  if (PREVIOUS.has(first) && PHRASES.get(others.join(" ")) === "role")
    return { side: null, concept: "previousRole", confidence: 0.95 };
  for (const { meant: side, words: phrase, place } of SIDE_PHRASES) {
    const rest = startsWith(words, phrase)
      ? words.slice(phrase.length)
      : (nameBeforePhrase(words, phrase) ?? factBeforeSide(words, side, phrase));
    if (rest === undefined) continue;
    const isName = rest.length === 0 || COMPANIES.has(rest.join(" "));
    // `Recipient Org:Name` is the name of the recipient.
    const fact = COMPANIES.has(rest[0] ?? "") ? rest.slice(1) : rest;
    const concept = isName ? "name" : (PHRASES.get(rest.join(" ")) ?? PHRASES.get(fact.join(" ")));
    if (concept === undefined && isAggregate(rest.join(" "))) return undefined;
    if (side === "round" && (concept === "name" || concept === undefined)) continue;
    if (concept === "role" && (side === "company" || side === "from" || side === "person"))
      return { side: null, concept: side === "from" ? "previousRole" : "role", confidence: 0.95 };
    // A list with a buyer and an acquirer names a subsidiary and the company itself.
    if (concept !== undefined) return { side, concept, confidence: concept === "name" && place === 0 ? 0.97 : 0.95 };
  }
  return undefined;
}

/** `name of the company` is the name, as is `company name`. */
function nameBeforePhrase(words: readonly string[], phrase: readonly string[]): string[] | undefined {
  const [first, ...rest] = words;
  if (first === undefined || PHRASES.get(first) !== "name") return undefined;
  return rest.length === phrase.length && startsWith(rest, phrase) ? [] : undefined;
}

/** `country of the acquirer` is its country, as is `acquirer country`. */
function factBeforeSide(
  words: readonly string[],
  side: Side,
  phrase: readonly string[],
): readonly string[] | undefined {
  const rest = words.slice(0, -phrase.length);
  const isEnd = (side === "acquirer" || side === "target") && startsWith(words.slice(rest.length), phrase);
  return isEnd && PHRASES.has(rest.join(" ")) ? rest : undefined;
}

function startsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[index] === word);
}

/** The lead of an asset is no investor, the place of an order no location, and an estimated date none of an establishment. */
const NEVER_CONTAINED = wordSet("lead leads where focus place places base based geo est awarded granted");

/** A picture or a color says nothing of what it stands for. */
const PICTURES = wordSet("icon icons img avatar banner photo color colour");

const FACTS_OF_INVESTOR = "type kind category class status country site";
/** The type of a funder names no investor, and a role or the growth of an industry is none. */
const OTHER_FACTS: Readonly<Partial<Record<Concept, ReadonlySet<string>>>> = {
  ...{ investors: wordSet(FACTS_OF_INVESTOR), leadInvestors: wordSet(FACTS_OF_INVESTOR) },
  description: wordSet("type code status"),
  industry: wordSet("role position rank rating score weight heat growth momentum sentiment average median"),
};

function containedMeaning(words: readonly string[], accepts: (concept: Concept) => boolean): Meaning | undefined {
  const side = SIDE_PHRASES.find(({ words: phrase }) => startsWith(words, phrase))?.meant ?? null;
  const last = words.at(-1) ?? "";
  if (PICTURES.has(last)) return undefined;
  const contained = CONTAINED.filter((concept) => OTHER_FACTS[concept]?.has(last) !== true && accepts(concept));
  for (const concept of contained)
    for (let length = Math.min(3, words.length - 1); length > 0; length--)
      for (let at = 0; at + length <= words.length; at++) {
        const phrase = words.slice(at, at + length).join(" ");
        if (PHRASES.get(phrase) === concept && !NEVER_CONTAINED.has(phrase))
          return { side: side === "round" ? null : side, concept, confidence: 0.65 };
      }
  return undefined;
}
