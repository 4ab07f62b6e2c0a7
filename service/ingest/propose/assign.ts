/** Assigns columns to the fields of a kind. */
import { FIELDS, type Kind } from "../fields";
import type { Classified } from "./by-name";
import { isFinancial, isNameOfPerson } from "./name-sides";
import type { Concept, Side } from "./names/synonyms";

/** Maps each concept to a field of a company. */
const COMPANY_FIELD_BY_CONCEPT: Partial<Record<Concept, string>> = {
  ...{ name: "name", website: "domain", city: "hqCity", country: "hqCountry", location: "hqCity" },
  ...{ industry: "industrySubTags", subIndustry: "industrySubTags", linkedin: "socialUrl", naics: "naicsCode" },
  ...{ employees: "employeeCountBucket", founded: "foundedYear", description: "description" },
  ...{ businessModel: "businessModel", companyKey: "key" },
};

const EVENT_FIELDS: Partial<Record<Concept, string>> = {
  ...{ announced: "announcedAt", filed: "announcedAt", seen: "announcedAt", year: "announcedAt", month: "announcedAt" },
  ...{ source: "source.url", outlet: "source.outlet", headline: "source.title" },
};

const KIND_FIELDS: Readonly<Record<Kind, Partial<Record<Concept, string>>>> = {
  funding: {
    ...EVENT_FIELDS,
    ...{ amount: "amount", currency: "currency", round: "round", roundCode: "round" },
    ...{ investors: "investors", leadInvestors: "investors", closing: "announcedAt" },
  },
  acquisition: {
    ...EVENT_FIELDS,
    ...{ amount: "amount", currency: "currency", payment: "paymentType", merger: "isMerger", closing: "closingAt" },
    // An effective date is that of the closing.
    joined: "closingAt",
    type: "isMerger",
  },
  exec_move: {
    ...EVENT_FIELDS,
    ...{ role: "role", previousRole: "role", moveType: "moveType", joined: "effectiveDate", left: "effectiveDate" },
    ...{ type: "moveType", firstName: "person.name", lastName: "person.name" },
  },
  company: {},
  investor: {
    ...{ name: "name", investors: "name", website: "domain", country: "hqCountry", location: "hqCountry" },
    ...{ investorType: "type", type: "type", key: "key" },
  },
};

export interface Assigned extends Classified {
  /** It is null for a column that feeds nothing; "key" of an event stands for the key columns of the map. */
  readonly field: string | null;
}

/** The key of an event is no field, but is listed as one. */
export const EVENT_KEY = "(key)";

/** Returns the columns of a field that have values. */
export function withField(assigned: readonly Assigned[], field: string): Assigned[] {
  return assigned.filter((column) => column.field === field && column.profile.values.length > 0);
}

/** Returns each column with its field. Several columns may have the same one. */
export function assignFields(kind: Kind, columns: readonly Classified[]): Assigned[] {
  const hasPerson = columns.some(isNameOfPerson);
  const { texts, lists } = FIELDS[kind];
  return columns.map((column) => {
    const field = getField(kind, column, hasPerson, columns);
    const isField = field !== null && (field === EVENT_KEY || texts.has(field) || lists.has(field));
    return { ...column, field: isField ? field : null };
  });
}

function isNameOfCompany({ concept, side }: Classified): boolean {
  return concept === "name" && (side === null || side === "company");
}

const OF_PEOPLE: readonly Concept[] = ["location", "city", "country", "linkedin", "key"];

/** A company that several events name has another key in each. */
const OF_EVENT = /\b(?:deal|round|transaction|funding|event)\b/;

function getField(kind: Kind, column: Classified, hasPerson: boolean, columns: readonly Classified[]): string | null {
  const { concept, side, profile } = column;
  if (concept === null) return null;
  if ((kind === "company" || kind === "investor") && concept === "key" && OF_EVENT.test(profile.words)) return null;
  if (kind === "investor") {
    const hasPlainName = columns.some((one) => one.concept === "name" && one.side === null);
    const isOwn = side === "investor" || side === null || (side === "company" && !hasPlainName);
    return isOwn ? (KIND_FIELDS.investor[concept] ?? (concept === "companyKey" ? "key" : null)) : null;
  }
  // A list of people with their companies has the facts of the people.
  const isRoster = hasPerson && columns.some((one) => one.concept === "role");
  if (kind === "company" && isRoster && side === null && OF_PEOPLE.includes(concept)) return null;
  if (kind === "company" && side === "target" && !columns.some(isNameOfCompany)) return entityField(concept, "");
  if (kind === "company")
    return isYear(column) && !differsByName(column, columns) && !columns.some(isFinancial)
      ? "foundedYear"
      : side === null || side === "company"
        ? entityField(concept, "")
        : null;
  if (side === "round" && concept === "key") return EVENT_KEY;
  if (side === "round" && concept === "type")
    return kind === "funding" ? "round" : kind === "acquisition" ? "isMerger" : null;
  if (side === "round") return KIND_FIELDS[kind][concept] ?? null;
  if (side === "investor") return kind === "funding" && concept === "name" ? "investors" : null;
  if (side === "person") return kind === "exec_move" ? personField(concept) : null;
  if (side === null && concept === "key") return EVENT_KEY;
  if (kind === "exec_move" && concept === "country" && /\b(?:nationality|residence)\b/.test(column.profile.words))
    return null;
  if (kind === "funding" && isEffectiveDate(column)) return "announcedAt";
  // A summary in a list of deals or moves is about the event.
  const isEvent = kind === "acquisition" || kind === "exec_move";
  if (isEvent && concept === "description" && /\bsummary\b/.test(column.profile.words)) return null;
  if (side === null) {
    const own = KIND_FIELDS[kind][concept];
    if (own !== undefined) return own;
    // In a list of moves, a name without more is that of the person.
    if (kind === "exec_move" && !hasPerson && (concept === "name" || concept === "linkedin"))
      return personField(concept);
  }
  return sideField(kind, side, concept);
}

/** A round has no other day than this one in some databases. */
export function isEffectiveDate({ concept, profile }: Classified): boolean {
  return concept === "joined" && /\beffective\b/.test(profile.words);
}

/** A year without more is that of the founding, in a list of companies that is not one of years. */
function isYear({ concept, profile }: Classified): boolean {
  const { words, distinct, values } = profile;
  const isInOrder = [1, -1].some((sign) =>
    values.every((year, at) => sign * (Number(year) - Number(values[at - 1] ?? year)) >= 0),
  );
  return concept === "year" && !words.includes(" ") && distinct > 2 && !isInOrder;
}

/** A company is founded once. */
function differsByName({ profile }: Classified, columns: readonly Classified[]): boolean {
  const names = columns.find(({ concept }) => concept === "name")?.profile.values ?? [];
  if (names.length !== profile.values.length) return false;
  const years = new Map(names.map((name, row) => [name, profile.values[row]] as const));
  return names.some((name, row) => years.get(name) !== profile.values[row]);
}

function personField(concept: Concept): string | null {
  if (concept === "firstName" || concept === "lastName") return "person.name";
  if (concept === "name" || concept === "key") return `person.${concept}`;
  return concept === "linkedin" ? "person.socialUrl" : null;
}

function sideField(kind: Kind, side: Side | null, concept: Concept): string | null {
  const place = side === "acquirer" ? "acquirer." : side === "from" ? "fromCompany." : null;
  if (place !== null) return entityField(concept, place);
  return entityField(concept, kind === "acquisition" ? "target." : "company.");
}

function entityField(concept: Concept, prefix: string): string | null {
  const field = concept === "key" ? "key" : COMPANY_FIELD_BY_CONCEPT[concept];
  return field === undefined ? null : prefix + field;
}
