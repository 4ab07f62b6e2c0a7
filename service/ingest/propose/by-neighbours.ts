/** Decides what columns are about by the other columns of the file. */
import { titleSeniority } from "../values/moves";
import { addressConcept, repeatsSites } from "./addresses";
import { byName, type Classified, isProse } from "./by-name";
import { columnWords } from "./names/column-words";
import type { Concept, Side } from "./names/synonyms";

const PLAIN = 0.9;

/** A plain address next to that of a company is that of the page about the event, as is the address of an article. */
function addressOfSource(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isPlain = columnWords(column.profile.column).join(" ") === "url" && column.profile.shares.url > 0.5;
  const hasOwn = all.some(({ concept, side }) => concept === "website" && (side === "company" || side === "target"));
  const { values } = column.profile;
  const addresses = addressConcept(values);
  const isArticle = addresses === "source";
  const mayBeOther = column.concept === "website" && addresses !== "website" && !isPlain;
  if (mayBeOther && (column.confidence < 0.9 || (isArticle && repeatsSites(values)))) {
    const isSource = isArticle && all.every(({ concept }) => concept !== "source");
    const [concept, confidence] = isSource ? (["source", column.confidence] as const) : [null, 0];
    return { ...column, concept, side: null, confidence, why: "the values are addresses of pages within sites" };
  }
  if (!isPlain || !(hasOwn || isArticle) || all.some(({ concept }) => concept === "source")) return column;
  return {
    ...column,
    concept: "source",
    // The addresses may be of one site.
    confidence: Math.max(column.confidence, PLAIN),
    why: hasOwn ? "another column has the addresses of the companies" : "the values are addresses of articles",
  };
}

/** A link to the site of each company is its website where no other column has that. */
function linkToSite(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, profile } = column;
  const isLink =
    (concept === "source" || concept === "outlet") &&
    /^(?:(?:name|company|startup) )?links?$/.test(columnWords(profile.column).join(" "));
  if (!isLink || all.some((one) => one.concept === "website")) return column;
  const { values } = profile;
  const areSites = profile.shares.domain + profile.shares.url > 0.8 && addressConcept(values) === "website";
  return areSites && !repeatsSites(values)
    ? { ...column, concept: "website", side: null, why: "each link is to another site" }
    : column;
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

/** Texts about what companies do are sentences; names of industries are a few words. */
function sentencesOfIndustry(column: Classified, _index: number, all: readonly Classified[]): Classified {
  if (column.concept !== "industry" && column.concept !== "subIndustry") return column;
  if (all.some(({ concept }) => concept === "description")) return column;
  const { values } = column.profile;
  const parts = values.flatMap((text) => text.split(/[,;|/]/));
  const sentences = parts.filter((text) => text.trim().split(/\s+/).length > 5);
  const stops = values.filter((text) => /\p{Ll}{3}\.$/u.test(text));
  return sentences.length > parts.length * 0.4 || stops.length > values.length * 0.4
    ? { ...column, concept: "description", why: "the values are sentences" }
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

/** An agency awards grants to firms, which are investors elsewhere. */
function agencyOfFirms(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isNamed = (one: Classified, side: Side, word: string) =>
    one.concept === "name" && one.side === side && columnWords(one.profile.column).includes(word);
  const isAgency = (one: Classified) => isNamed(one, "company", "agency");
  const isFirm = (one: Classified) => isNamed(one, "investor", "firm");
  if (!all.some(isAgency) || !all.some(isFirm)) return column;
  if (isAgency(column))
    return { ...column, concept: "investors", side: null, why: "the agency awards what firms receive" };
  return isFirm(column) ? { ...column, side: "company", why: "the firm receives what an agency awards" } : column;
}

/** A graph of acquisitions has edges from a source, which buys, to a target. */
function sourceOfEdge(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isSource = columnWords(column.profile.column).join(" ") === "source" && column.concept === "outlet";
  const hasSide = (side: Side) => all.some((one) => one.side === side && one.concept === "name");
  return isSource && hasSide("target") && !hasSide("acquirer")
    ? { ...column, concept: "name", side: "acquirer", why: "the source of an edge to the target is the acquirer" }
    : column;
}

/** A title next to a role with another name, or of several words where nobody has a role, is that of an article. */
function titleOfArticle(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isTitle = column.concept === "role" && columnWords(column.profile.column).join(" ") === "title";
  const hasOther = all.some((one) => one !== column && one.concept === "role" && one.confidence > 0.9);
  const hasHeadline = all.some(({ concept }) => concept === "headline");
  const isSentence = isProse(column.profile.values) && !hasPeople(all);
  if (!isTitle || hasHeadline || !(hasOther || isSentence)) return column;
  const why = hasOther ? "another column has the roles" : "the titles are sentences, and nobody has a role";
  return { ...column, concept: "headline", side: null, why };
}

/** A title is the name of an item where nothing else names anything, and nobody has a role. */
function titleOfItem(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isTitle = column.concept === "role" && columnWords(column.profile.column).join(" ") === "title";
  const hasNames = hasPeople(all) || all.some(({ concept }) => concept === "name");
  const hasMoves = all.some(({ concept }) => concept === "moveType" || concept === "joined" || concept === "left");
  return isTitle && !hasNames && !hasMoves && !isProse(column.profile.values)
    ? { ...column, concept: "name", side: null, why: "no other column has a name" }
    : column;
}

function hasPeople(all: readonly Classified[]): boolean {
  return all.some(({ concept, side }) => concept === "firstName" || concept === "lastName" || side === "person");
}

/** Companies take part in the program of an accelerator in a year, which is not that of their founding. */
function yearOfProgram(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isProgram = ({ profile }: Classified) =>
    /\b(?:program|batch|cohort)\b/.test(columnWords(profile.column).join(" "));
  const hasAmount = all.some(({ concept }) => concept === "amount");
  return column.concept === "year" && all.some(isProgram) && !hasAmount
    ? { ...column, concept: null, side: null, confidence: 0, why: "it may be the year of a program" }
    : column;
}

const STAGE_PREFIX = /^(?:pre ?seed|seed|angel|series [a-k]|round [a-k1-9])(?= \S)/;

/** A wide file has columns for each of several rounds of a company, which are not those of one round. */
function oneOfSeveralRounds(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const prefixOf = ({ profile }: Classified) =>
    STAGE_PREFIX.exec(profile.column.replace(/[\s_.-]+/g, " ").toLowerCase())?.[0];
  const prefixes = new Set(all.flatMap((one) => prefixOf(one) ?? []));
  return prefixes.size >= 2 && prefixOf(column) !== undefined
    ? { ...column, concept: null, side: null, confidence: 0, why: "each of several rounds has columns of its own" }
    : column;
}

/** Two numbered companies merge, of which the first stands for the acquirer. */
function numberedMerger(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const numberOf = (one: Classified) => /^company ([12])$/.exec(columnWords(one.profile.column).join(" "))?.[1];
  if (!all.some(isBuyoutType) || !all.some((one) => numberOf(one) === "2")) return column;
  const side = numberOf(column) === "1" ? "acquirer" : numberOf(column) === "2" ? "target" : undefined;
  return side === undefined ? column : { ...column, concept: "name", side, why: "two companies merge in each row" };
}

/** The last part of the path of what names a record. */
const NAMING = /^(?:name|firm|company|organi[sz]ation|fund|owner|parent)$/;

/** Facts beside a name that is not read are those of what it names, such as the owner within an acquirer. */
function factOfOther(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const parentOf = ({ profile }: Classified) => profile.column.split(".").slice(0, -1);
  const parent = parentOf(column).join(".");
  if (column.concept === null || parentOf(column).length < 2) return column;
  const other = all.find(
    (one) => one.concept === null && parentOf(one).join(".") === parent && NAMING.test(lastPart(one.profile.column)),
  );
  const why = `it is a fact of ${other?.profile.column}, which is not read`;
  return other === undefined ? column : { ...column, concept: null, side: null, confidence: 0, why };
}

function lastPart(column: string): string {
  return column.slice(column.lastIndexOf(".") + 1).toLowerCase();
}

const DEAL =
  /\b(?:acqui(?:re[sd]?|ring|sitions?)|buy(?:s|ing|out)?|bought|purchas\w+|takeover|merge[sdr]?|merging|stake|übernimmt|übernahme|rachat|rachète|acquisition|adquiere|compra|acquisisce|acquisizione|adquire)\b|покуп|приобре|сделк|выкуп|收购|收購|買収|인수/iu;

/** A description in a list of acquisitions is often one of the deal. */
function descriptionOfDeal(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, side, profile } = column;
  const isPlain = concept === "description" && (side === null || side === "round");
  if (!isPlain || !all.some((one) => one.side === "acquirer" && one.concept === "name")) return column;
  const some = profile.values.slice(0, 1_000);
  return some.filter((text) => DEAL.test(text)).length > some.length * 0.5
    ? { ...column, concept: null, side: null, confidence: 0, why: "the texts are about the deals" }
    : column;
}

const LEGAL_FORM = /\b(?:inc|llc|ltd|limited|gmbh|ag|corp|plc|s\.?a|b\.?v|group|capital|labs?|technologies)\b\.?/i;

/** The names next to job titles are those of people. */
function nameOfPerson(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, side, profile } = column;
  const has = (test: (one: Classified) => boolean) => all.some((one) => one !== column && test(one));
  const isPlain = concept === "name" && side === null && profile.values.length >= 3;
  if (!isPlain || has((one) => one.side === "person" || one.concept === "firstName" || one.concept === "lastName"))
    return column;
  const isName = (text: string) => /^\p{Lu}[^\d,;]*\s\p{Lu}/u.test(text) && !LEGAL_FORM.test(text);
  const areNames = profile.values.filter(isName).length > profile.values.length * 0.8;
  const hasTitles = has(
    (one) =>
      one.concept === "role" &&
      one.profile.values.filter((text) => titleSeniority(text) !== undefined).length > profile.values.length * 0.5,
  );
  return areNames && hasTitles ? { ...column, side: "person", why: "another column has their roles" } : column;
}

/** Lists of people who found a company name their former employer, too. */
function founderOfMove(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isFounder = columnWords(column.profile.column).join(" ") === "founder";
  return isFounder && all.some(({ side, concept }) => side === "from" && concept === "name")
    ? { ...column, concept: "name", side: "person", confidence: PLAIN, why: "another column has the former employer" }
    : column;
}

/** A fund next to other names has invested in what these name. */
function fundOfPortfolio(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isFund = (one: Classified) =>
    one.concept === "name" && one.side === "investor" && one.profile.distinct < one.profile.values.length * 0.5;
  const isCompany = (one: Classified) =>
    one.concept === "name" && one.side === null && one.profile.distinct > one.profile.values.length * 0.5;
  if (!all.some(isFund) || !all.some(isCompany)) return column;
  if (isFund(column)) return { ...column, concept: "investors", side: null, why: "another column names its companies" };
  return isCompany(column) ? { ...column, side: "company", why: "another column has the fund" } : column;
}

/** A plain name next to a first name is the last one. */
function surname(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const has = (concept: Concept) => all.some((one) => one.concept === concept);
  return column.concept === "name" && column.side === null && has("firstName") && !has("lastName")
    ? { ...column, concept: "lastName", side: "person", why: "another column has the first name" }
    : column;
}

/** Investors buy the company in a list of buyouts. */
function investorAsAcquirer(column: Classified, _index: number, all: readonly Classified[]): Classified {
  if (all.some(({ side }) => side === "acquirer") || !all.some(isBuyoutType)) return column;
  if (column.concept === "investors" || (column.concept === "name" && column.side === "investor"))
    return {
      ...column,
      concept: "name",
      side: "acquirer",
      why: "most deals are buyouts, whose investors buy the company",
    };
  return isBuyoutType(column) ? { ...column, concept: "type", side: "round" } : column;
}

/** The company of a list of deals with targets buys them. */
function companyAsAcquirer(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const hasName = (side: Side) => all.some((one) => one.concept === "name" && one.side === side);
  const isCompany = column.concept === "name" && column.side === "company";
  return isCompany && hasName("target") && !hasName("acquirer") && all.some(isBuyoutType)
    ? { ...column, side: "acquirer", why: "another column has the targets of the deals" }
    : column;
}

const SELLER = /^seller(?:'s|s)?\b/i;

/** The seller is the target where no column has one, as in deals of banks. */
function sellerAsTarget(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const hasName = (...sides: Side[]) =>
    all.some(({ concept, side }) => concept === "name" && sides.includes(side ?? "round"));
  const { profile } = column;
  if (!SELLER.test(profile.column) || !hasName("acquirer") || hasName("target", "company")) return column;
  return { ...byName(profile, profile.column.replace(SELLER, "Target")), why: "no other column has the target" };
}

/** Tells whether most values of a column say that a company was bought. */
export function isBuyoutType({ concept, profile }: Classified): boolean {
  if (concept !== "round" && concept !== "type") return false;
  return profile.values.filter((text) => BUYOUT.test(text)).length >= Math.max(1, profile.values.length * 0.5);
}

const BUYOUT =
  /\b(?:(?:leveraged|management|secondary)?[\s-]*buy[\s-]?(?:out|in)s?|[ml]b[oi]|public[\s-]to[\s-]private|take[\s-]private|add[\s-]?on|bolt[\s-]?on|acquisitions?|mergers?|m&a|carve[\s-]?out|trade[\s-]sale|control)\b/i;

const ONE_NAME = "it is the same in all rows";

/** Each rule changes some columns after the ones before it. */
const RULES = [
  addressOfSource,
  linkToSite,
  withoutConstantName,
  sentencesOfIndustry,
  businessOfCompany,
  agencyOfFirms,
  sourceOfEdge,
  titleOfArticle,
  titleOfItem,
  yearOfProgram,
  oneOfSeveralRounds,
  numberedMerger,
  factOfOther,
  descriptionOfDeal,
  nameOfPerson,
  founderOfMove,
  fundOfPortfolio,
  surname,
  companyAsAcquirer,
  sellerAsTarget,
  investorAsAcquirer,
];

export function byNeighbours(columns: readonly Classified[]): Classified[] {
  return RULES.reduce<Classified[]>((decided, rule) => decided.map(rule), [...columns]);
}
