/** Decides what columns are about by the other columns of the file. */
import { addressConcept, repeatsSites } from "./addresses";
import { type Classified, isProse } from "./by-name";
import {
  agencyOfFirms,
  companyAsAcquirer,
  founderOfMove,
  fundOfPortfolio,
  investorAsAcquirer,
  isRecipient,
  nameOfPerson,
  numberedMerger,
  organizationOfRecipient,
  sellerAsTarget,
  sourceOfEdge,
  surname,
  withoutConstantName,
} from "./name-sides";
import { columnWords } from "./names/column-words";

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

/** Paths of columns that name a record end so. */
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

/** A month with its year is the date of an event that no other column dates. */
function monthOfEvent(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const hasOther = all.some(({ concept }) => concept === "announced" || concept === "closing" || concept === "year");
  const isDate = column.profile.shares.date + column.profile.shares.year > 0.5;
  return column.concept === "month" && isDate && !hasOther
    ? { ...column, concept: "announced", why: "the months have their years" }
    : column;
}

/** A description in a list of acquisitions or grants is often one of the event. */
function descriptionOfDeal(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, side, profile } = column;
  const isPlain = concept === "description" && (side === null || side === "round");
  if (isPlain && all.some(isRecipient))
    return { ...column, concept: null, side: null, confidence: 0, why: "the texts are about the grants" };
  if (!isPlain || !all.some((one) => one.side === "acquirer" && one.concept === "name")) return column;
  const some = profile.values.slice(0, 1_000);
  return some.filter((text) => DEAL.test(text)).length > some.length * 0.5
    ? { ...column, concept: null, side: null, confidence: 0, why: "the texts are about the deals" }
    : column;
}

/** Each rule changes some columns after the ones before it. */
const RULES = [
  addressOfSource,
  linkToSite,
  withoutConstantName,
  sentencesOfIndustry,
  businessOfCompany,
  agencyOfFirms,
  organizationOfRecipient,
  monthOfEvent,
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
