/** Decides by the other columns of a file whom the names of a column belong to. */
import { titleSeniority } from "../values/moves";
import { byName, type Classified } from "./by-name";
import { columnWords } from "./names/column-words";
import type { Concept, Side } from "./names/synonyms";

/** How sure a rule is of a column whose name says nothing. */
const PLAIN = 0.9;

/** A name that is the same in all rows, next to names that differ, is that of a group to which the rows belong. */
export function withoutConstantName(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, side, profile } = column;
  const isSame = concept === "name" && side === "company" && profile.distinct === 1 && profile.values.length >= 3;
  const hasOther = all.some((one) => one.concept === "name" && one.side === null && one.profile.distinct > 1);
  // People may all be of one company.
  const areCompanies = !all.some((one) => one.concept === "firstName" || one.concept === "role");
  return isSame && hasOther && areCompanies
    ? { ...column, concept: null, side: null, confidence: 0, why: ONE_NAME }
    : column;
}

const RECIPIENT = /\b(?:recipient|grantee|awardee)s?\b/;

/** Tells whether a column names those who receive grants. */
export function isRecipient({ concept, side, profile }: Classified): boolean {
  return concept === "name" && side === "company" && RECIPIENT.test(columnWords(profile.column).join(" "));
}

/** An organization next to those who receive its grants awards them. */
export function organizationOfRecipient(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isOrganization = column.concept === "name" && column.side === "company" && !isRecipient(column);
  return isOrganization && all.some(isRecipient)
    ? { ...column, concept: "investors", side: null, why: "another column has those who receive its grants" }
    : column;
}

/** An agency awards grants to firms, which are investors elsewhere. */
export function agencyOfFirms(column: Classified, _index: number, all: readonly Classified[]): Classified {
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
export function sourceOfEdge(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isSource = columnWords(column.profile.column).join(" ") === "source" && column.concept === "outlet";
  const hasSide = (side: Side) => all.some((one) => one.side === side && one.concept === "name");
  return isSource && hasSide("target") && !hasSide("acquirer")
    ? { ...column, concept: "name", side: "acquirer", why: "the source of an edge to the target is the acquirer" }
    : column;
}

/** Two numbered companies merge, of which the first stands for the acquirer. */
export function numberedMerger(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const numberOf = (one: Classified) => /^company ([12])$/.exec(columnWords(one.profile.column).join(" "))?.[1];
  if (!all.some(isBuyoutType) || !all.some((one) => numberOf(one) === "2")) return column;
  const side = numberOf(column) === "1" ? "acquirer" : numberOf(column) === "2" ? "target" : undefined;
  return side === undefined ? column : { ...column, concept: "name", side, why: "two companies merge in each row" };
}

const LEGAL_FORM = /\b(?:inc|llc|ltd|limited|gmbh|ag|corp|plc|s\.?a|b\.?v|group|capital|labs?|technologies)\b\.?/i;

export function isNameOfPerson({ concept, side }: Classified): boolean {
  return (concept === "name" && side === "person") || concept === "lastName";
}

/** The names next to job titles, or to the terms of an office, are those of people. */
export function nameOfPerson(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const { concept, side, profile } = column;
  const has = (test: (one: Classified) => boolean) => all.some((one) => one !== column && test(one));
  const isPlain = concept === "name" && side === null && profile.values.length >= 3;
  if (!isPlain || has(isNameOfPerson) || has((one) => one.concept === "firstName")) return column;
  const isName = (text: string) => /^\p{Lu}[^\d,;]*\s\p{Lu}/u.test(text) && !LEGAL_FORM.test(text);
  const areNames = profile.values.filter(isName).length > profile.values.length * 0.8;
  const hasTitles = has(
    (one) =>
      one.concept === "role" &&
      one.profile.values.filter((text) => titleSeniority(text) !== undefined).length > profile.values.length * 0.3,
  );
  const hasTerms = has((one) => one.concept === "joined") && has((one) => one.concept === "left");
  if (!areNames || !(hasTitles || hasTerms)) return column;
  return { ...column, side: "person", why: `other columns have their ${hasTitles ? "roles" : "terms"}` };
}

/** Lists of people who found a company name their former employer, too. */
export function founderOfMove(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isFounder = columnWords(column.profile.column).join(" ") === "founder";
  return isFounder && all.some(({ side, concept }) => side === "from" && concept === "name")
    ? { ...column, concept: "name", side: "person", confidence: PLAIN, why: "another column has the former employer" }
    : column;
}

/** A fund next to other names has invested in what these name. */
export function fundOfPortfolio(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const isFund = (one: Classified) =>
    one.concept === "name" && one.side === "investor" && one.profile.distinct < one.profile.values.length * 0.5;
  const isCompany = (one: Classified) =>
    one.concept === "name" && one.side === null && one.profile.distinct > one.profile.values.length * 0.5;
  if (!all.some(isFund) || !all.some(isCompany)) return column;
  if (isFund(column)) return { ...column, concept: "investors", side: null, why: "another column names its companies" };
  return isCompany(column) ? { ...column, side: "company", why: "another column has the fund" } : column;
}

/** A plain name next to a first name is the last one. */
export function surname(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const has = (concept: Concept) => all.some((one) => one.concept === concept);
  return column.concept === "name" && column.side === null && has("firstName") && !has("lastName")
    ? { ...column, concept: "lastName", side: "person", why: "another column has the first name" }
    : column;
}

/** Investors buy the company in a list of buyouts. */
export function investorAsAcquirer(column: Classified, _index: number, all: readonly Classified[]): Classified {
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
export function companyAsAcquirer(column: Classified, _index: number, all: readonly Classified[]): Classified {
  const hasName = (side: Side) => all.some((one) => one.concept === "name" && one.side === side);
  const isCompany = column.concept === "name" && column.side === "company";
  return isCompany && hasName("target") && !hasName("acquirer") && all.some(isBuyoutType)
    ? { ...column, side: "acquirer", why: "another column has the targets of the deals" }
    : column;
}

const SELLER = /^seller(?:'s|s)?\b/i;

/** The seller is the target where no column has one, as in deals of banks. */
export function sellerAsTarget(column: Classified, _index: number, all: readonly Classified[]): Classified {
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
