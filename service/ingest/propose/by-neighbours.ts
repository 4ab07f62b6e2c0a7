/** Decides what columns are about, and whom the names in them belong to, by the other columns of the file. */
import { readStageColumn } from "../read/tables/wide-rounds";
import { readMoveType, titleSeniority } from "../values/moves";
import { addressConcept, repeatsSites } from "./addresses";
import { byName, type Classified, isProse, NOTHING_KNOWN } from "./by-name";
import { isAwardAmount, isBuyoutType, isNameOfPerson, isRecipient, stakes } from "./name-sides";
import { columnWords } from "./names/column-words";
import { type Concept, findMeaning, type Side } from "./names/synonyms";
import { getShare } from "./profile";

/** How sure a rule is of a column whose name says nothing. */
const PLAIN = 0.9;

/** Returns what is changed of a column, which is one of all; false where the rule does not apply. */
type Rule = (column: Classified, all: readonly Classified[]) => Partial<Classified> | false;

const has = (all: readonly Classified[], ...concepts: readonly Concept[]) =>
  all.some(({ concept }) => concept !== null && concepts.includes(concept));
const hasName = (all: readonly Classified[], ...sides: readonly Side[]) =>
  all.some(({ concept, side }) => concept === "name" && side !== null && sides.includes(side));
const hasPeople = (all: readonly Classified[]) =>
  all.some(({ concept, side }) => concept === "firstName" || concept === "lastName" || side === "person");

const isPlace = (concept: Concept | null) => concept === "country" || concept === "city" || concept === "location";

const CONTACT = /^contact\s+/i;
const FACTS_OF_CONTACT: readonly Concept[] = ["firstName", "lastName", "role", "linkedin"];

/** The column is about nothing that a field takes. */
const nothing = (why: string) => ({ ...NOTHING_KNOWN, why });

/** Programs make such ids of names: `oak_mesh`. */
const NAME_ID = /^[a-z]+(?:[_-][a-z]+)*$/;
/** Addresses write the parts of a city so: `park-street`. */
const SLUG = /^[a-z\d]+(?:-[a-z\d]+)+$/;
const ACTIVITY = /^(?:actividad|activite|atividade|attivita)$/;
/** Paths of columns that name a record end so. */
const NAMING = /^(?:name|firm|company|organi[sz]ation|fund|owner|parent)$/;
const DEAL =
  /\b(?:acqui(?:re[sd]?|ring|sitions?)|buy(?:s|ing|out)?|bought|purchas\w+|takeover|merge[sdr]?|merging|stake|übernimmt|übernahme|rachat|rachète|acquisition|adquiere|compra|acquisisce|acquisizione|adquire)\b|покуп|приобре|сделк|выкуп|收购|收購|買収|인수/iu;
const MONEY = /\p{Sc}\s?\d|\d\s?(?:million|billion|mn|bn)\b/iu;
const LEGAL_FORM = /\b(?:inc|llc|ltd|limited|gmbh|ag|corp|plc|s\.?a|b\.?v|group|capital|labs?|technologies)\b\.?/i;
const SELLER = /^seller(?:'s|s)?\b/i;
/** Lists of stocks have a column that is called so. */
const OF_SHARES =
  /\b(?:tickers?|symbol|isin|stock (?:code|id)|shares|market cap|(?:admission|ipo|list(?:ing|ed)?) ?date)\b/;

/** Each rule changes some columns after the ones before it. */
const RULES: readonly Rule[] = [
  // A plain address next to that of a company is that of the page about the event, as is the address of an article.
  ({ concept, confidence, profile: { words, shares, values } }, all) => {
    const isPlain = words === "url" && shares.url > 0.5;
    const hasOwn = all.some((one) => one.concept === "website" && (one.side === "company" || one.side === "target"));
    const addresses = addressConcept(values);
    const isArticle = addresses === "source";
    if (concept === "website" && addresses === "linkedin" && !has(all, "linkedin"))
      return { concept: "linkedin", why: "the values are pages of companies on a network" };
    const mayBeOther = concept === "website" && addresses !== "website" && !isPlain;
    if (mayBeOther && (confidence < 0.9 || (isArticle && repeatsSites(values)))) {
      const isSource = isArticle && !has(all, "source");
      const why = "the values are addresses of pages within sites";
      return isSource ? { concept: "source", side: null, why } : nothing(why);
    }
    const why = hasOwn ? "another column has the addresses of the companies" : "the values are addresses of articles";
    const isSource = isPlain && (hasOwn || isArticle) && !has(all, "source");
    // The addresses may be of one site.
    return isSource && { concept: "source", confidence: Math.max(confidence, PLAIN), why };
  },
  // A link to the site of each company is its website where no other column has that.
  ({ concept, profile: { words, shares, values } }, all) =>
    (concept === "source" || concept === "outlet") &&
    /^(?:(?:name|company|startup) )?links?$|^(?:lien|enlace)(?: (?:site(?: web)?|sitio|web|entreprise|societe|startup|empresa))?$/.test(
      words,
    ) &&
    !has(all, "website") &&
    shares.domain + shares.url > 0.8 &&
    addressConcept(values) === "website" &&
    !repeatsSites(values) && { concept: "website", side: null, why: "each link is to another site" },
  // A name that is the same in all rows, next to names that differ, is that of a group to which the rows belong. People may all be of one company.
  ({ concept, side, profile }, all) =>
    concept === "name" &&
    side === "company" &&
    profile.distinct === 1 &&
    profile.values.length >= 3 &&
    all.some((one) => one.concept === "name" && one.side === null && one.profile.distinct > 1) &&
    !has(all, "firstName", "role") &&
    nothing("it is the same in all rows"),
  // A company is not where its business or its investor looks for more.
  ({ concept, profile: { words } }) =>
    isPlace(concept) &&
    /\b(?:focus(?:ed)?|served|coverage|preferences?|preferred)\b/.test(words) &&
    nothing("it is no place of a head office"),
  // An investor states how much it invests in a company.
  ({ concept, profile: { words } }, all) =>
    concept === "amount" &&
    /^(?:investment|ticket|che(?:ck|que)) size\b/.test(words) &&
    !has(all, "round", "roundCode", "investors", "leadInvestors") &&
    nothing("it may be what an investor invests in each company"),
  // People live elsewhere than where another column has the seat of their company.
  ({ concept, side }, all) =>
    isPlace(concept) &&
    side === null &&
    hasPeople(all) &&
    has(all, "role", "previousRole") &&
    all.some((one) => isPlace(one.concept) && one.side === "company") &&
    nothing("another column has the place of the company"),
  // A plain location next to profiles of people is where they live.
  ({ side, profile: { words } }, all) =>
    words === "location" &&
    side === null &&
    has(all, "role", "previousRole") &&
    all.some((one) => one.concept === "linkedin" && one.side === "person") &&
    nothing("it may be where the people live"),
  // The contacts of companies in a list of moves are those who move.
  ({ profile }, all) => {
    if (!CONTACT.test(profile.column) || !all.some((one) => one.profile.shares.moveType > 0.8)) return false;
    const fact = byName(profile, profile.column.replace(CONTACT, ""));
    const isOfPerson = fact.concept !== null && FACTS_OF_CONTACT.includes(fact.concept);
    return isOfPerson && { ...fact, why: "the contacts are those who move" };
  },
  // Codes name no publication.
  ({ concept, profile: { values } }) =>
    concept === "outlet" && getShare(values, /^(?=.*\d)[\da-f-]{16,}$/i) === 1 && nothing("the values are codes"),
  // Shares are traded in a market, at a price of each.
  ({ concept, profile: { words } }, all) => {
    if (hasName(all, "acquirer", "target") || !all.some(({ profile }) => OF_SHARES.test(profile.words))) return false;
    if (concept === "industry" && /^markets?$/.test(words)) return nothing("shares are traded in the market");
    return concept === "amount" && /\bprice$/.test(words) && nothing("it is the price of a share");
  },
  // Companies are registered with a capital that nobody invested in a round.
  ({ concept, profile: { words } }, all) =>
    concept === "amount" &&
    /^(?:(?:registered|share|paid up|authori[sz]ed) )?capital(?: social)?$/.test(words) &&
    !has(all, "round", "roundCode", "investors", "leadInvestors") &&
    nothing("it may be the capital of the company itself"),
  // A column of businesses has the industries when another one has the names of the companies, or describes them.
  (column, all) => {
    const { concept, profile } = column;
    const others = all.filter((one) => one !== column);
    if (concept === "description" && ACTIVITY.test(profile.words) && has(others, "description"))
      return { concept: "industry", why: "another column describes the companies" };
    const hasOther = others.some((one) => one.concept === "name" && one.side !== "investor");
    const isBusiness = concept === "name" && profile.words === "business" && hasOther;
    return isBusiness && { concept: "industry", side: null, why: "another column has the names of the companies" };
  },
  // Texts about what companies do are sentences; names of industries are a few words.
  ({ concept, profile: { values } }, all) => {
    if ((concept !== "industry" && concept !== "subIndustry") || has(all, "description")) return false;
    const parts = values.flatMap((text) => text.split(/[,;|/]/));
    const isLong = (text: string) => text.trim().split(/\s+/).length > 5;
    const areSentences = getShare(parts, isLong) > 0.4 || getShare(values, /\p{Ll}{3}\.$/u) > 0.4;
    return areSentences && { concept: "description", why: "the values are sentences" };
  },
  // An area next to an industry is that where companies are.
  (column, all) =>
    column.concept === "industry" &&
    column.profile.words === "area" &&
    all.some((one) => one !== column && one.concept === "industry" && one.confidence > 0.9) && {
      ...(column.profile.values.some((text) => SLUG.test(text)) ? NOTHING_KNOWN : { concept: "location" as const }),
      why: "another column has the industries",
    },
  // An agency awards grants to companies, or to firms, which are investors elsewhere.
  (column, all) => {
    const isNamed = (one: Classified, side: Side, word: string) =>
      one.concept === "name" && one.side === side && one.profile.words.split(" ").includes(word);
    const isAgency = (one: Classified) => isNamed(one, "company", "agency");
    const isFirm = (one: Classified) => isNamed(one, "investor", "firm");
    const isCompany = (one: Classified) => one.concept === "name" && one.side === "company" && !isAgency(one);
    const hasReceivers = all.some(isFirm) || (all.some(isAwardAmount) && all.some(isCompany));
    if (!all.some(isAgency) || !hasReceivers) return false;
    if (isAgency(column)) return { concept: "investors", side: null, why: "the agency awards what firms receive" };
    return isFirm(column) && { side: "company", why: "the firm receives what an agency awards" };
  },
  // An organization next to those who receive its grants awards them.
  (column, all) =>
    column.concept === "name" &&
    column.side === "company" &&
    !isRecipient(column) &&
    all.some(isRecipient) && {
      concept: "investors",
      side: null,
      why: "another column has those who receive its grants",
    },
  // Lists of articles have the address of each, whose facts are none of another source.
  (column, all) => {
    const list = objectWithSource(column);
    const addresses = all.filter(({ concept }) => concept === "source");
    const isFurther =
      list !== "" &&
      addresses.some((one) => objectWithSource(one) === list) &&
      addresses.some((one) => objectWithSource(one) === "");
    return isFurther && nothing("another column has the address of the source");
  },
  // A month with its year is the date of an event that no other column dates.
  ({ concept, profile: { shares } }, all) =>
    concept === "month" &&
    shares.date + shares.year > 0.5 &&
    !has(all, "announced", "closing", "year") && { concept: "announced", why: "the months have their years" },
  // A graph of acquisitions has edges from a source, which buys, to a target.
  ({ concept, profile }, all) =>
    profile.words === "source" &&
    concept === "outlet" &&
    hasName(all, "target") &&
    !hasName(all, "acquirer") && {
      concept: "name",
      side: "acquirer",
      why: "the source of an edge to the target is the acquirer",
    },
  // A title next to a role with another name, or of several words where nobody has a role, is that of an article.
  (column, all) => {
    const hasOther = all.some((one) => one !== column && one.concept === "role" && one.confidence > 0.9);
    const isSentence = isProse(column.profile.values) && !hasPeople(all);
    const why = hasOther ? "another column has the roles" : "the titles are sentences, and nobody has a role";
    const isHeadline = isTitle(column) && !has(all, "headline") && (hasOther || isSentence);
    return isHeadline && { concept: "headline", side: null, why };
  },
  // A title is the name of an item where nothing else names anything, and nobody has a role.
  (column, all) =>
    isTitle(column) &&
    !hasPeople(all) &&
    !has(all, "name", "moveType", "joined", "left") &&
    !isProse(column.profile.values) && { concept: "name", side: null, why: "no other column has a name" },
  // Companies take part in the program of an accelerator in a year, which is not that of their founding.
  ({ concept }, all) =>
    concept === "year" &&
    all.some(({ profile }) => /\b(?:program|batch|cohort)\b/.test(profile.words)) &&
    !has(all, "amount") &&
    nothing("it may be the year of a program"),
  // A wide file has columns for each of several rounds of a company, which are not those of one round.
  (column, all) => {
    const findStage = ({ profile }: Classified) => readStageColumn(profile.column)?.stage.toLowerCase();
    const isOne = findStage(column) !== undefined && new Set(all.flatMap((one) => findStage(one) ?? [])).size >= 2;
    return isOne && nothing("each of several rounds has columns of its own");
  },
  // Two numbered companies merge, of which the first stands for the acquirer.
  (column, all) => {
    const findNumber = ({ profile }: Classified) => /^company ([12])$/.exec(profile.words)?.[1];
    const number = findNumber(column);
    if (number === undefined || !all.some(isBuyoutType) || !all.some((one) => findNumber(one) === "2")) return false;
    return { concept: "name", side: number === "1" ? "acquirer" : "target", why: "two companies merge in each row" };
  },
  // Ids that are made of names stand for the names where no other column names the companies.
  ({ concept, side, profile: { values } }, all) =>
    concept === "key" &&
    side === "company" &&
    getShare(values, NAME_ID) > 0.8 &&
    values.some((id) => /[_-]/.test(id)) &&
    !has(all, "website") &&
    !all.some((one) => one.concept === "name" && one.side !== "investor" && one.side !== "person") && {
      concept: "name",
      confidence: 0.5,
      why: "the ids are words, and no other column names the companies",
    },
  // Facts beside a name that is not read are those of what it names, such as the owner within an acquirer.
  (column, all) => {
    const splitPath = ({ profile }: Classified) => profile.column.split(".");
    const parent = splitPath(column).slice(0, -1);
    if (column.concept === null || parent.length < 2) return false;
    const other = all.find((one) => {
      const path = splitPath(one);
      const isNaming = NAMING.test(path.pop()?.toLowerCase() ?? "");
      return one.concept === null && isNaming && path.join(".") === parent.join(".");
    });
    if (other === undefined) return false;
    return nothing(`it is a fact of ${other.profile.column}, which is not read`);
  },
  // A fact of a company is the same in all of its rows, and one of an event is not.
  (column, all) => {
    if (column.concept === null || !FACTS_OF_ONE.has(column.concept)) return false;
    if (column.side !== null && column.side !== "company") return false;
    const names = all.find(({ concept, side }) => concept === "name" && [null, "company", "target"].includes(side));
    return differsByName(column, names) && nothing("it differs between the rows of one company");
  },
  // A description in a list of events is often one of the event, which states the amount.
  ({ concept, side, profile }, all) => {
    if (concept !== "description" || (side !== null && side !== "round")) return false;
    if (all.some(isRecipient) || all.some(isAwardAmount)) return nothing("the texts are about the grants");
    const texts = profile.values.slice(0, 1_000);
    if (hasPeople(all) && has(all, "role") && getShare(texts, (text) => readMoveType(text) !== undefined) > 0.5)
      return nothing("the texts are about the moves");
    if (hasName(all, "acquirer") && getShare(texts, DEAL) > 0.5) return nothing("the texts are about the deals");
    return has(all, "amount") && getShare(texts, MONEY) > 0.5 && nothing("the texts are about the rounds");
  },
  // The names next to job titles, or to the terms of an office, are those of people.
  (column, all) => {
    const { concept, side, profile } = column;
    const others = all.filter((one) => one !== column);
    const isPlain = concept === "name" && side === null && profile.values.length >= 3;
    if (!isPlain || others.some(isNameOfPerson) || has(others, "firstName")) return false;
    // A company has several people.
    if (others.some((one) => one.concept === "name" && one.profile.distinct > profile.distinct)) return false;
    const areNames = areNamesOfPeople(profile.values);
    const hasTitles = others.some(
      ({ concept, profile: { values } }) =>
        concept === "role" && getShare(values, (text) => titleSeniority(text) !== undefined) > 0.3,
    );
    const hasTerms = has(others, "joined") && has(others, "left");
    const why = `other columns have their ${hasTitles ? "roles" : "terms"}`;
    return areNames && (hasTitles || hasTerms) && { side: "person", why };
  },
  // Lists of people who found a company name their former employer, too.
  ({ profile }, all) =>
    profile.words === "founder" &&
    hasName(all, "from") && {
      concept: "name",
      side: "person",
      confidence: PLAIN,
      why: "another column has the former employer",
    },
  // Each row of a portfolio is a participation in the company that it names.
  ({ concept, profile }, all) =>
    concept === "investors" &&
    profile.words === "participation" &&
    profile.values.length > 1 &&
    profile.distinct === profile.values.length &&
    !has(all, "name") && { concept: "name", side: "company", why: "no other column has a name" },
  // A fund next to other names has invested in what these name.
  (column, all) => {
    const isFund = ({ concept, side, profile }: Classified) =>
      concept === "name" && side === "investor" && profile.distinct < profile.values.length * 0.5;
    const isCompany = ({ concept, side, profile }: Classified) =>
      concept === "name" && side === null && profile.distinct > profile.values.length * 0.5;
    if (!all.some(isFund) || !all.some(isCompany)) return false;
    if (isFund(column)) return { concept: "investors", side: null, why: "another column names its companies" };
    return isCompany(column) && { side: "company", why: "another column has the fund" };
  },
  // Investments that are no amounts, next to the amounts of companies, are named after those who made them.
  ({ concept, profile: { words, values, distinct } }, all) =>
    concept === null &&
    /^investments?$/.test(words) &&
    has(all, "amount") &&
    hasName(all, "company") &&
    !has(all, "investors", "leadInvestors") &&
    distinct > values.length * 0.5 &&
    !isProse(values) && {
      concept: "investors",
      confidence: PLAIN,
      why: "the values are names, and another column has the amounts",
    },
  // A plain name next to a first name is the last one.
  ({ concept, side }, all) =>
    concept === "name" &&
    side === null &&
    has(all, "firstName") &&
    !has(all, "lastName") && { concept: "lastName", side: "person", why: "another column has the first name" },
  // The company of a list of deals with targets buys them.
  ({ concept, side }, all) =>
    concept === "name" &&
    side === "company" &&
    hasName(all, "target") &&
    !hasName(all, "acquirer") &&
    all.some(isBuyoutType) && { side: "acquirer", why: "another column has the targets of the deals" },
  // The seller is the target where no column has one, as in deals of banks.
  ({ profile }, all) =>
    SELLER.test(profile.column) &&
    hasName(all, "acquirer") &&
    !hasName(all, "target", "company") && {
      ...byName(profile, profile.column.replace(SELLER, "Target")),
      why: "no other column has the target",
    },
  // Who takes a stake in a company, or gives it capital, is an investor.
  (column, all) => {
    if (!all.some((one) => stakes(one) === "all") || !hasName(all, "acquirer") || !hasName(all, "target")) return false;
    const why = "the deals are stakes, or increases of capital";
    if (stakes(column) === "all") return nothing(why);
    if (column.side === "target") return { side: "company", why };
    if (column.side !== "acquirer") return false;
    return column.concept === "name" ? { concept: "investors", side: null, why } : nothing(why);
  },
  // The facts of a round are in the object that has its amount and its date.
  (column, all) => {
    const round = roundObject(all);
    if (round === undefined) return false;
    const { concept, side } = column;
    if (isWithin(column, round) && isDate(column))
      return (
        concept !== "announced" && {
          concept: "announced",
          side: null,
          confidence: PLAIN,
          why: `it is the date of ${round}`,
        }
      );
    const fact = factOfRound(column);
    const isElsewhere =
      fact !== undefined &&
      side === null &&
      !isWithin(column, round) &&
      (fact === "date" || all.some((one) => isWithin(one, round) && factOfRound(one) === fact));
    return isElsewhere && nothing(`the facts of the round are in ${round}`);
  },
  // Investors buy the company in a list of buyouts.
  (column, all) => {
    if (all.some(({ side }) => side === "acquirer") || !all.some(isBuyoutType)) return false;
    const why = "most deals are buyouts, whose investors buy the company";
    if (column.concept === "investors" || (column.concept === "name" && column.side === "investor"))
      return { concept: "name", side: "acquirer", why };
    return isBuyoutType(column) && { concept: "type", side: "round" };
  },
];

/** A company has one of each. */
const FACTS_OF_ONE: ReadonlySet<Concept> = new Set(["description", "website", "city", "location", "country"]);
const [LEAST_REPEATED, MOST_COMPARED] = [2, 10];

/** Tells whether most names that occur again have other values in another row. */
function differsByName({ profile }: Classified, names: Classified | undefined): boolean {
  const keys = names?.profile.values ?? [];
  if (keys.length !== profile.values.length) return false;
  const stated = new Map<string, string[]>();
  for (const [row, key] of keys.entries())
    stated.set(key, [...(stated.get(key) ?? []), profile.values[row] ?? ""].slice(0, MOST_COMPARED));
  const repeated = [...stated.values()].filter(({ length }) => length > 1);
  return repeated.length >= LEAST_REPEATED && getShare(repeated, (texts) => new Set(texts).size > 1) > 0.5;
}

function objectPath(column: string): string {
  return column.slice(0, Math.max(column.lastIndexOf("."), 0));
}

/** Returns the path of the object that has a fact of a source; empty where the record itself has it, or for another fact. */
function objectWithSource({ concept, profile: { column } }: Classified): string {
  const isFact = concept === "source" || concept === "outlet" || concept === "headline";
  return isFact ? objectPath(column) : "";
}

function isWithin({ profile }: Classified, object: string): boolean {
  return profile.column.startsWith(`${object}.`);
}

function factOfRound({ concept }: Classified): "date" | "investors" | "stage" | undefined {
  if (concept === "announced" || concept === "seen" || concept === "filed") return "date";
  if (concept === "investors" || concept === "leadInvestors") return "investors";
  return concept === "round" ? "stage" : undefined;
}

/** Tells whether the last part of a path means the date of an event, as its values are. */
function isDate({ profile: { column, shares } }: Classified): boolean {
  const meaning = findMeaning(columnWords(column.slice(column.lastIndexOf(".") + 1)));
  return typeof meaning === "object" && meaning.concept === "announced" && shares.date + shares.year > 0.5;
}

/** Returns the path of the only object with an amount that has a date, too. */
function roundObject(all: readonly Classified[]): string | undefined {
  const amounts = all.filter(({ concept }) => concept === "amount");
  const [only = "", ...others] = new Set(amounts.map(({ profile: { column } }) => objectPath(column)));
  return only !== "" && others.length === 0 && all.some((one) => isWithin(one, only) && isDate(one)) ? only : undefined;
}

/** Tells whether nearly all names have several words with capitals, and no legal form. */
export function areNamesOfPeople(values: readonly string[]): boolean {
  const isName = (text: string) =>
    (/^\p{Lu}[^\d,;/]*\s\p{Lu}/u.test(text) && !LEGAL_FORM.test(text)) || /^\p{Script=Han}{2,4}$/u.test(text);
  return getShare(values, isName) > 0.8;
}

function isTitle({ concept, profile }: Classified): boolean {
  return (concept === "role" && profile.words === "title") || /^(?:titulo|titre|titolo)$/.test(profile.words);
}

export function byNeighbours(columns: readonly Classified[]): Classified[] {
  return RULES.reduce<Classified[]>(
    (decided, rule) => decided.map((column) => ({ ...column, ...rule(column, decided) })),
    [...columns],
  );
}
