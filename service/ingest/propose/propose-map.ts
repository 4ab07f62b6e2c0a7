/** Proposes a map for a file from the names and values of its columns. */
import type { ImportInspection } from "@dealflow/contract/account/imports/imports";
import type { Kind } from "../fields";
import type { ImportMapJson } from "../read/map-schema";
import type { DateFormat } from "../values/dates";
import { isMissing } from "../values/missing";
import { areOwnDomains } from "./addresses";
import { type Assigned, assignFields, EVENT_KEY, withField } from "./assign";
import { type Classified, isOfNestedRound } from "./by-name";
import { classify, latestRounds } from "./classify";
import { fillContinued } from "./continued-rows";
import { amountRules, dateRules } from "./event-rules";
import { numberFormat } from "./formats";
import { sourceName } from "./header-shape";
import { type FileHints, fileHints } from "./hints";
import { decideKind } from "./kind";
import { moveRules, withPreviousCompany } from "./move-rules";
import type { Concept } from "./names/synonyms";
import { describeCondition, outcomeConditions } from "./outcomes";
import { isNamedLikeValue, profile } from "./profile";
import { awardRules, type FieldRule, fieldRules } from "./rules";
import { withUnits } from "./units";

export interface ProposalInput {
  readonly fileName: string;
  readonly header: readonly string[];
  /** The lines above the header, which may state the unit of all amounts. */
  readonly titles?: readonly string[];
  /** Up to 20,000 rows are enough; each has as many cells as the header. */
  readonly rows: readonly (readonly string[])[];
  /** Take this kind instead of the one that the columns suggest. */
  readonly kind?: Kind | undefined;
}

/** A column feeds fields with a comma between them; "(key)" stands for the key of an event. */
export type ProposedColumn = ImportInspection["columns"][number];

export interface Proposal {
  /** The map as it would stand in a file; it is valid unless `missing` names fields. */
  readonly map: ImportMapJson;
  readonly kind: Kind;
  /** The confidence, from 0 to 1, says how sure the kind and the columns of its main fields are. */
  readonly confidence: number;
  readonly columns: readonly ProposedColumn[];
  /** These columns feed no field. */
  readonly unmapped: readonly string[];
  /** These fields, without which no row is accepted, have no column. */
  readonly missing: readonly string[];
  /** Each sentence says what was assumed about the whole file. */
  readonly assumptions: readonly string[];
}

const NAMES: Readonly<Record<Kind, readonly string[]>> = {
  funding: ["announcedAt", "company.name|company.domain"],
  acquisition: ["announcedAt", "target.name|target.domain", "acquirer.name|acquirer.domain"],
  exec_move: ["announcedAt", "person.name", "company.name|company.domain", "moveType"],
  company: ["name|domain"],
  investor: ["name"],
};
/** Names the events of each kind, and those whose companies remain of a file that lacks what they need. */
const EVENTS: Partial<Record<Kind, readonly [events: string, companies: string]>> = {
  acquisition: ["deals", "targets"],
  funding: ["rounds", "companies that raised"],
  exec_move: ["moves", "employers"],
};
const ESCAPED = /\\{1,2}(?:x[0-9a-f]{2}|u[0-9a-f]{4}|n)/i;
/** Returns a map that needs no editing where the columns are clear, with the reason for each choice. */
export function proposeMap(sample: ProposalInput): Proposal {
  const { continued, rows } = fillContinued(sample.header, withoutFooter(sample));
  const input = { ...sample, rows };
  const profiles = profile(input.header, input.rows);
  const latest = latestRounds(profiles);
  const plain = classify(profiles, { readsLatest: false });
  const decided = decideKind(input.fileName, plain);
  const isList = decided.kind === "company";
  const kind = input.kind ?? (isList && latest === "most" ? "funding" : decided.kind);
  const readsLatest = latest !== "none" && kind === "funding" && (isList || input.kind !== undefined);
  const areNested = kind === "funding" && input.header.some(isOfNestedRound);
  const classified = withUnits(readsLatest ? classify(profiles, { readsLatest }) : plain, input, kind);
  const assigned = assignFields(kind, classified).map(withoutNumbering).toSorted(byPreference);
  const hints = fileHints(classified);
  const dates = eventDates(assigned, hints);
  const key = eventKey(kind, assigned, input.rows.length);
  const others = withPreviousCompany(kind, assigned, otherRules(kind, assigned, hints));
  const constants = constantRules(kind, input, assigned);
  const isStated = ({ field }: FieldRule) => !constants.some((one) => one.field === field);
  const rules = [...dates.rules, ...others.filter(isStated), ...constants];
  const fields = Object.fromEntries(rules.map(({ field, rule }) => [field, rule] as const));
  const amounts = rules.filter(({ field }) => /amount/i.test(field)).flatMap(({ columns }) => columns);
  const numbers = numberFormat(
    amounts.flatMap((column) => column.profile.values),
    hints.commaDecimal,
  );
  const where = outcomeConditions(kind, classified);
  const hasEscapes = profiles.some(({ values }) => values.some((text) => ESCAPED.test(text)));
  const map: ImportMapJson = {
    source: sourceName(input.fileName),
    kind,
    ...(key === undefined ? {} : { key: [key.profile.column] }),
    ...(where.length === 0 ? {} : { where }),
    ...(readsLatest || areNested ? { undated: "company" } : {}),
    ...(continued.length === 0 ? {} : { fillDown: [...continued] }),
    ...(hasEscapes ? { escapes: true } : {}),
    ...missingTexts(input.rows, rules),
    ...(dates.formats.length === 0 ? {} : { dates: dates.formats }),
    ...(amounts.length === 0 || (numbers.grouping === "" && numbers.decimal === ".") ? {} : { numbers }),
    fields,
  };
  const columns = describeColumns(assigned, rules, key);
  const missing = NAMES[kind].filter((names) => !names.split("|").some((name) => name in fields));
  const sure = rules
    .filter(({ field }) => NAMES[kind].some((names) => names.split("|").includes(field)))
    .map(({ columns }) => columns[0]?.confidence ?? 0.5);
  const left = EVENTS[kind];
  if (left !== undefined && input.kind === undefined && missing.length > 0) {
    const companies = proposeMap({ ...sample, kind: "company" });
    const note = `The ${left[0]} are left out, because no column has ${missing.join(" or ").replaceAll("|", " or ")}; the ${left[1]} are read as companies.`;
    if (companies.missing.length === 0) return { ...companies, assumptions: [...companies.assumptions, note] };
  }
  const confidence = missing.length > 0 ? 0.1 : decided.confidence * average(sure);
  return {
    ...{ map, kind, confidence: Math.round(confidence * 100) / 100, columns },
    unmapped: columns.filter(({ field }) => field === null).map(({ column }) => column),
    missing: missing.map((names) => names.replace("|", " or ")),
    assumptions: [
      ...(profiles.some(isNamedLikeValue) ? [NO_NAMES] : []),
      ...(continued.length === 0 ? [] : [`Rows without ${continued.join(" and ")} belong to the row above them.`]),
      ...rules.filter(({ columns, why }) => columns.length === 0 && why !== undefined).map(constantOfAll),
      ...rules.flatMap(({ assumption }) => assumption ?? []),
      ...(kind === "company" && hasUndatedRounds(classified) ? [UNDATED] : []),
      ...(readsLatest ? [LATEST_READ] : latest !== "none" && kind === "company" ? [LATEST_LEFT] : []),
      ...where.map(describeCondition),
    ],
  };
}

/** Tells whether columns of rounds lack the date that an event needs. */
function hasUndatedRounds(columns: readonly Classified[]): boolean {
  const has = (...concepts: Concept[]) =>
    columns.some(
      ({ concept, confidence, profile }) =>
        concept !== null && concepts.includes(concept) && confidence > 0.9 && profile.values.length > 0,
    );
  return has("amount") && has("round", "investors", "leadInvestors") && !has("announced", "year");
}

function constantOfAll({ field, rule, why }: FieldRule): string {
  const value = typeof rule === "object" && rule !== null && "constant" in rule ? rule.constant : "";
  // Amounts may name another currency themselves.
  return field === "currency"
    ? `Amounts without a currency are in ${value}: ${why}.`
    : `${field} is ${value} in every row: ${why}.`;
}

/**
 * Rows that are merely numbered have other numbers in the next edition of the file, so that they identify nothing, and neither does a
 * number of many companies.
 */
function withoutNumbering(column: Assigned): Assigned {
  const { concept, field, profile } = column;
  if (concept !== "key" || field === null) return column;
  if (isNumbering(profile.values)) return { ...column, field: null, why: NUMBERING };
  return field === "key" && profile.distinct < profile.values.length * 0.5
    ? { ...column, field: null, why: "many rows have the same value" }
    : column;
}

const NUMBERING = "the rows are merely numbered";

/** A better match and a fuller column come first. */
function byPreference(a: Assigned, b: Assigned): number {
  return (
    rank(a) - rank(b) ||
    b.confidence - a.confidence ||
    Number(isAnnouncement(b)) - Number(isAnnouncement(a)) ||
    Math.round((b.profile.fill - a.profile.fill) * 4)
  );
}

/** The date of a deal may be that of its closing where another one is the announcement. */
function isAnnouncement({ concept, profile }: Assigned): boolean {
  return concept === "announced" && /announc|annonc|anunci|annunci|ankundig/.test(profile.words);
}

/** Returns more than 0 for a column that counts where no other has the field: its name says less clearly that it is meant. */
function rank({ concept, side, field, profile }: Assigned): number {
  // A database saw what others had announced.
  if (concept === "seen") return 2;
  // People know a company by another name than its legal one.
  if (concept === "name" && /\blegal\b/.test(profile.words)) return 3;
  // Funds may also be what an investor manages.
  if (concept === "investors" && field === "name") return 2;
  const isVague =
    concept === "filed" ||
    (concept === "joined" && field === "announcedAt") ||
    concept === "closing" ||
    (concept === "year" && field === "foundedYear") ||
    (concept === "location" && field === "hqCountry") ||
    // A list of investments has keys of its own next to those of the investors.
    (field === "key" && side !== "investor") ||
    (concept === "name" && (side === null || (side === "company" && field === "target.name"))) ||
    // Next to that of the company, another description is one of the event.
    (concept === "description" && side === null) ||
    (concept === "type" && field === "type");
  return isVague ? 1 : 0;
}

function eventDates(assigned: readonly Assigned[], hints: FileHints) {
  const fields = ["announcedAt", "closingAt", "effectiveDate"].map((field) => ({
    field,
    ...dateRules(field, withField(assigned, field), hints, assigned),
  }));
  const read = fields.flatMap((one) => one.rules);
  const others = read.filter((one) => one.field !== "announcedAt");
  const stated = read.find((one) => one.field === "announcedAt");
  const announced = announcedRules(stated, others[0]).map(withSubstitute);
  return {
    rules: [...announced, ...others],
    formats: [...new Set<DateFormat>(fields.flatMap(({ formats }) => formats))],
  };
}

/** The day on which someone comes or goes, or a deal is closed, stands for that of the announcement where there is no other. */
function announcedRules(stated: FieldRule | undefined, other: FieldRule | undefined): FieldRule[] {
  if (stated === undefined) return other === undefined ? [] : [{ ...other, field: "announcedAt" }];
  // A report names those who came before it, and a database sees them later.
  const isLater = ({ concept }: Assigned) => concept === "filed" || concept === "seen";
  const isReported = other?.field === "effectiveDate" && stated.columns.every(isLater);
  if (isReported) {
    const isFull = other.columns.some(({ profile }) => profile.fill === 1);
    const later = isFull ? other : { ...other, rule: [other.rule, stated.rule].flat() };
    return [
      { ...later, field: "announcedAt", columns: isFull ? other.columns : [...other.columns, ...stated.columns] },
    ];
  }
  const isComplete = stated.columns.some(({ profile }) => profile.fill === 1);
  if (other === undefined || isComplete) return [stated];
  return [{ ...stated, rule: [stated.rule, other.rule].flat(), columns: [...stated.columns, ...other.columns] }];
}

/** The dates of articles are in the object of a source. */
const OF_ARTICLE = /(?:^|\.)(?:sources?|articles?|press|presse|news)\./i;

/** Says so where nothing but the days on which deals were closed, or articles published, tells when they were announced. */
function withSubstitute(rule: FieldRule): FieldRule {
  const areClosings = rule.columns.every(({ concept }) => concept === "closing");
  if (!areClosings && !rule.columns.every(({ profile }) => OF_ARTICLE.test(profile.column))) return rule;
  const columns = rule.columns.map(({ profile }) => profile.column).join(" and ");
  const days = areClosings ? "the closing" : "articles";
  return {
    ...rule,
    assumption: `The days in ${columns} are those of ${days}, and stand for the announcements, which no column has.`,
  };
}

function otherRules(kind: Kind, assigned: readonly Assigned[], hints: FileHints): FieldRule[] {
  const usdField = kind === "acquisition" ? "dealAmountUsd" : "amountUsd";
  const money = amountRules(withField(assigned, "amount"), withField(assigned, "currency"), usdField, hints);
  const done = new Set(["announcedAt", "closingAt", "effectiveDate", "amount", "currency", EVENT_KEY]);
  const names = new Set(assigned.flatMap(({ field }) => (field === null || done.has(field) ? [] : [field])));
  const rules = [...names].flatMap((field) => fieldRules(field, withField(assigned, field)));
  // A column for the country itself is better than one for the whole place, and so is one for the city.
  const direct = new Set(rules.filter(({ columns }) => columns[0]?.concept !== "location").map(({ field }) => field));
  const places = rules.filter(({ field, columns }) => columns[0]?.concept !== "location" || !direct.has(field));
  return [...money, ...places];
}

function constantRules(kind: Kind, { fileName, rows }: ProposalInput, assigned: readonly Assigned[]): FieldRule[] {
  if (kind === "exec_move") return moveRules(fileName, assigned);
  if (kind === "funding") return awardRules(fileName, assigned);
  if (kind !== "company" || withField(assigned, "key").length > 0) return [];
  const [name] = withField(assigned, "name");
  const [domain] = withField(assigned, "domain");
  if (name === undefined || (domain !== undefined && domain.profile.fill === 1 && areOwnDomains(domain.profile.values)))
    return [];
  const why = "no other column identifies every company";
  const [country] = withField(assigned, "hqCountry");
  if (country === undefined || !hasNamesakes(rows, name.profile.index, country.profile.index))
    return [{ field: "key", rule: name.profile.column, columns: [name], why }];
  const both = { template: `{${name.profile.column}} ({${country.profile.column}})` };
  return [{ field: "key", rule: [both, name.profile.column], columns: [name, country], why }];
}

/** Tells whether companies of one name are in several countries. */
function hasNamesakes(rows: readonly (readonly string[])[], name: number, country: number): boolean {
  const pairs = rows.filter((row) => (row[country] ?? "") !== "").map((row) => [row[name] ?? "", row[country]]);
  const countries = new Map(pairs.map(([one = "", of]) => [one, of] as const));
  return pairs.some(([one = "", of]) => countries.get(one) !== of);
}

export const NO_NAMES =
  "The first row looks like a record, but is read as the names of the columns; put a row of names above it.";
const UNDATED =
  "The rounds are left out, because no column has their dates or years; add one to read the rows as rounds.";
const LATEST_READ = "Each row is a company with its latest round; a row without the date of one is the company alone.";
const LATEST_LEFT = "The latest round of each company is left out; import the file again as rounds to add it.";

function eventKey(kind: Kind, assigned: readonly Assigned[], rows: number): Assigned | undefined {
  if (kind === "company" || kind === "investor") return undefined;
  return withField(assigned, EVENT_KEY).find(
    ({ profile }) => profile.values.length === rows && profile.distinct === rows,
  );
}

/** A sheet may end with remarks, of which each is one cell. */
function withoutFooter({ header, rows }: ProposalInput): readonly (readonly string[])[] {
  const last = rows.findLastIndex((row) => row.filter((cell) => cell.trim() !== "").length > 1);
  return header.length < LEAST_COLUMNS || last < 0 ? rows : rows.slice(0, last + 1);
}

/** Rows of a few columns may have one value. */
const LEAST_COLUMNS = 4;

function isNumbering(values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const numbers = values.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)).sort((a, b) => a - b);
  const [first = 0] = numbers;
  return first <= 1 && numbers.every((number, index) => number === first + index);
}

/** Lists the texts in the columns that are used which say that nothing is known. `NA` may be Namibia. */
function missingTexts(rows: readonly (readonly string[])[], rules: readonly FieldRule[]): { missing?: string[] } {
  const found = new Set<string>([]);
  const used = new Set(rules.flatMap(({ columns }) => columns.map((column) => column.profile.index)));
  for (const row of rows)
    for (const index of used) {
      const text = row[index]?.trim().toLowerCase() ?? "";
      if (text !== "na" && text !== "" && isMissing(text)) found.add(text);
    }
  return found.size === 0 ? {} : { missing: [...found].sort() };
}

function describeColumns(
  assigned: readonly Assigned[],
  rules: readonly FieldRule[],
  key: Assigned | undefined,
): ProposedColumn[] {
  const inOrder = assigned.toSorted((a, b) => a.profile.index - b.profile.index);
  return inOrder.map((one) => {
    const { profile, confidence, why, concept } = one;
    const uses = rules.filter(({ columns }) => columns.some((column) => column.profile.index === profile.index));
    const fields = uses.map(({ field }) => field);
    if (key?.profile.index === profile.index) fields.push(EVENT_KEY);
    const reasons = [
      why,
      ...uses.flatMap((use) => use.why ?? []),
      ...uses.flatMap((use) => substituteReason(one, use)),
    ];
    const isUnused = fields.length === 0 && concept !== null && why !== NUMBERING;
    if (isUnused) reasons.push(profile.values.length === 0 ? "it is empty" : unusedReason(one, rules, key));
    return {
      column: profile.column,
      field: fields.length === 0 ? null : fields.join(", "),
      confidence: fields.length === 0 ? 0 : confidence,
      why: [...new Set(reasons)].join("; "),
      samples: profile.samples,
    };
  });
}

/** Says so where a column counts only in rows in which the columns of an earlier rule state nothing. */
function substituteReason({ profile }: Assigned, { field, rule }: FieldRule): string[] {
  const [first] = Array.isArray(rule) ? rule : [];
  if (first === undefined) return [];
  const { column, columns = [column] } = typeof first === "string" ? { column: first } : first;
  const isFirst = columns.includes(profile.column) || columns.includes(undefined);
  return isFirst ? [] : [`${field} is read from it only where ${columns.join(" and ")} has none`];
}

/** Says why a column with values and a meaning feeds no field. */
function unusedReason({ field }: Assigned, rules: readonly FieldRule[], key: Assigned | undefined): string {
  if (field === EVENT_KEY)
    return key === undefined ? "its values do not differ in every row" : `the key is read from ${key.profile.column}`;
  const own = rules.find((rule) => rule.field === field);
  if (own === undefined) return "records of this kind have no such field";
  const [column] = own.columns;
  if (column !== undefined) return `${field} is read from ${column.profile.column}`;
  return field === "currency" ? "another column says the currency" : `${field} is the same in every row`;
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
