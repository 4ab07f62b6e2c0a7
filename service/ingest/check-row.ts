/** Creates a statement of a row, or rejects it with one sentence. */
import type { Source } from "@dealflow/contract/records/schemas";
import { checkAmount } from "./check-amount";
import { checkCompany, checkInvestor, checkInvestors, listFormerNames, refuseSum } from "./check-company";
import { FLAG, MOVE_TYPE, PAYMENT_TYPE, ROLE_SENIORITY, URL_ADDRESS } from "./check-values";
import { FieldReader, LONGEST, type RowFormats } from "./field-reader";
import type { Kind } from "./fields";
import { formatValue, RowError } from "./row-error";
import type {
  AcquisitionStatement,
  CompanyStatement,
  DroppedValue,
  EmptyValue,
  ExecMoveStatement,
  FundingStatement,
  PersonStatement,
  RawRow,
  Statement,
} from "./statement";
import { titleSeniority } from "./values/moves";
import { type Round, readRound } from "./values/rounds";
import { normalName, tidy } from "./values/text";

export type { RowFormats } from "./field-reader";

export interface CheckResult {
  readonly statement: Statement;
  /** These values of the row are not in the statement, or not as they are written. */
  readonly dropped: readonly DroppedValue[];
  /** These texts of the row state nothing. */
  readonly nothing: readonly EmptyValue[];
}

/**
 * Reads a row. A value that cannot be read is dropped and listed. Throws `RowError` with all reasons when a value is missing
 * or wrong that tells what the row is about, and with strict formats when any value would be dropped.
 */
export function checkRow(raw: RawRow, formats: RowFormats): CheckResult {
  const read = raw.kind === "funding" ? withAmountAndRound(raw) : raw;
  const fields = new FieldReader(read, formats);
  let statement: Statement;
  try {
    statement = checkStatement(fields);
  } catch (error) {
    throw error instanceof RowError ? withOtherFaults(error, read, formats) : error;
  }
  const { nothing = [] } = raw;
  return {
    statement,
    dropped: fields.dropped,
    nothing: nothing.length === 0 ? fields.nothing : [...nothing, ...fields.nothing],
  };
}

/** Returns the error of a row that is refused. */
export function tryRow(raw: RawRow, formats: RowFormats): CheckResult | RowError {
  try {
    return checkRow(raw, formats);
  } catch (error) {
    if (error instanceof RowError) return error;
    throw error;
  }
}

/** These parts of a row refuse it, each for a reason of its own. */
const NEEDED: Readonly<Record<Kind, readonly ((fields: FieldReader) => unknown)[]>> = {
  company: [],
  investor: [],
  funding: [checkEvent, checkRound, (fields) => checkSide(fields, "company")],
  acquisition: [checkEvent, (fields) => checkSide(fields, "target"), (fields) => checkSide(fields, "acquirer")],
  exec_move: [checkPerson, checkMoveType, (fields) => checkSide(fields, "company"), checkEvent],
};
const MOST_FAULTS = 5;

/** Reads the parts of a refused row one by one, so that a person can mend all of its faults. */
function withOtherFaults(first: RowError, raw: RawRow, formats: RowFormats): RowError {
  const fields = new FieldReader(raw, { ...formats, strict: false });
  const thrown = [...NEEDED[raw.kind], checkStatement].flatMap((check) => {
    try {
      check(fields);
      return [];
    } catch (error) {
      if (error instanceof RowError) return [error.message];
      throw error;
    }
  });
  const left = formats.strict === true ? fields.dropped.map(({ reason }) => reason) : [];
  const faults = [...new Set([first.message, ...thrown, ...left])];
  const more = faults.length - MOST_FAULTS;
  return new RowError([...faults.slice(0, MOST_FAULTS), ...(more > 0 ? [`And ${more} more.`] : [])].join(" "));
}

/** Lists state the amount and the round in one cell: `$6M · Seed`. */
const MONEY = /\p{Sc}\s?\d[\d.,]*(?:\s?(?:k|mm?|mn|bn?|millions?|billions?|crores?|cr|lakhs?)\b)?/iu;

/** Returns the row with an amount that is in the cell of the round, or a round that is in the cell of the amount. */
function withAmountAndRound(raw: RawRow): RawRow {
  const [round, amount] = [raw.texts.get("round"), raw.texts.get("amount")];
  const cell = round === undefined ? amount : amount === undefined ? round : undefined;
  const money = cell === undefined ? undefined : MONEY.exec(cell)?.[0];
  if (cell === undefined || money === undefined || money === cell) return raw;
  const name = round ?? cell.replace(money, " ").trim();
  const named = name === "" ? undefined : readRound(name);
  if (typeof named !== "object" || !named.recognized) return raw;
  return { ...raw, texts: new Map([...raw.texts, ["amount", money], ["round", name]]) };
}

function checkStatement(fields: FieldReader): Statement {
  switch (fields.raw.kind) {
    case "company":
      return {
        kind: "company",
        company: checkIdentifiedCompany(fields),
        known: fields.read("known", FLAG) ?? false,
        otherNames: [...fields.names("otherNames", LONGEST.name), ...listFormerNames(fields.text("name"))],
      };
    case "investor":
      return { kind: "investor", investor: checkInvestor(fields) };
    case "funding":
      return checkFunding(fields);
    case "acquisition":
      return checkAcquisition(fields);
    case "exec_move":
      return checkMove(fields);
  }
}

function checkIdentifiedCompany(fields: FieldReader): CompanyStatement {
  const company = checkCompany(fields, "");
  if (company?.name == null && company?.domain == null) throw fields.missing("name", "The row has no company.");
  if (company.key === null && company.domain === null)
    throw fields.missing("domain", "The company has neither domain nor key, so it cannot be identified.");
  refuseSum(company);
  return company;
}

function checkFunding(fields: FieldReader): FundingStatement {
  const common = checkEvent(fields);
  const round = checkRound(fields);
  const company = checkSide(fields, "company");
  refuseSum(company);
  return {
    kind: "funding",
    key: common.key,
    announcedAt: common.announcedAt,
    announcedPrecision: common.announcedPrecision,
    discoveredAt: common.discoveredAt,
    sources: common.sources,
    company,
    round,
    roundStated: fields.read("roundStated", FLAG) ?? (round === null ? null : true),
    amount: checkAmount(fields, "amount", common.announcedAt, company.hqCountry),
    investors: checkInvestors(fields),
  };
}

function checkRound(fields: FieldReader): Round | null {
  const text = fields.short("round");
  if (text === null) return null;
  const named = readRound(text);
  if (named === undefined) {
    fields.noteNothing("round", text);
    return null;
  }
  if (named === "not a round") throw new RowError(`round ${formatValue(text)} is an event, but not a funding round.`);
  if (!named.recognized)
    fields.drop("round", text, `round ${formatValue(text)} is not the name of a known round; it counts as "other".`);
  return named.round;
}

const RUMOUR = /\((?:rumou?r(?:ed)?|in talks|not confirmed|unconfirmed)\)$/i;

function checkAcquisition(fields: FieldReader): AcquisitionStatement {
  const common = checkEvent(fields);
  const [target, acquirer] = [checkSide(fields, "target"), checkSide(fields, "acquirer")];
  for (const { name } of [target, acquirer])
    if (name !== null && RUMOUR.test(name)) throw new RowError(`${formatValue(name)} says that the deal is a rumour.`);
  if (isSame(target, acquirer)) throw selfAcquisition(target);
  return {
    kind: "acquisition",
    key: common.key,
    announcedAt: common.announcedAt,
    announcedPrecision: common.announcedPrecision,
    discoveredAt: common.discoveredAt,
    sources: common.sources,
    target,
    acquirer,
    amount: checkAmount(fields, "dealAmount", common.announcedAt, target.hqCountry),
    paymentType: fields.read("paymentType", PAYMENT_TYPE),
    isMerger: fields.read("isMerger", FLAG),
    closingAt: fields.date("closingAt", 3650)?.at ?? null,
  };
}

function checkMove(fields: FieldReader): ExecMoveStatement {
  const person = checkPerson(fields);
  const moveType = checkMoveType(fields);
  const role = fields.prose("role", LONGEST.line);
  const company = checkSide(fields, "company");
  const from = checkFrom(fields);
  return {
    ...checkEvent(fields),
    kind: "exec_move",
    person,
    company,
    // The company of a departure is in `company`, so the row names no other.
    fromCompany: from === null || !isSameByName(from, company) ? from : moveType === "departure" ? null : company,
    role,
    roleSeniority:
      fields.read("roleSeniority", ROLE_SENIORITY) ?? (role === null ? null : (titleSeniority(role) ?? null)),
    moveType,
    effectiveDate: fields.date("effectiveDate", 3650)?.at ?? null,
  };
}

/** Some lists have the former role in place of the former company. */
function checkFrom(fields: FieldReader): CompanyStatement | null {
  const from = checkCompany(fields, "fromCompany.");
  const name = from?.name ?? null;
  if (name === null || [undefined, "other"].includes(titleSeniority(name))) return from;
  fields.drop("fromCompany.name", name, `fromCompany.name ${formatValue(name)} is a role, and is left out.`);
  return null;
}

function checkMoveType(fields: FieldReader): ExecMoveStatement["moveType"] {
  const moveType = fields.read("moveType", MOVE_TYPE);
  if (moveType === null) throw fields.missing("moveType", "moveType is missing.");
  return moveType;
}

function checkPerson(fields: FieldReader): PersonStatement {
  const name = fields.name("person.name", LONGEST.name);
  if (name === null) throw fields.missing("person.name", "person.name is missing.");
  return {
    key: fields.key("person.key", LONGEST.key),
    name,
    socialHandle: fields.name("person.socialHandle", LONGEST.key),
    socialUrl: fields.read("person.socialUrl", URL_ADDRESS),
  };
}

/** The parts are named one by one where they are used: spreading an object took a third of the time of a row. */
function checkEvent(fields: FieldReader) {
  const announced = fields.date("announcedAt", 7);
  if (announced === null) throw fields.missing("announcedAt", "announcedAt is missing: an event must have a date.");
  return {
    key: checkEventKey(fields.raw.key),
    announcedAt: announced.at,
    // An instant is at least as precise as a day.
    announcedPrecision: announced.precision === "instant" ? ("day" as const) : announced.precision,
    discoveredAt: fields.date("discoveredAt", 1)?.at ?? null,
    sources: checkSources(fields),
  };
}

/** An event without its key would be another event. */
function checkEventKey(key: string | null): string | null {
  if (key !== null && key.length > LONGEST.key)
    throw new RowError(`The key has ${key.length} characters; the maximum is ${LONGEST.key}.`);
  return key;
}

/** A cell may have several addresses, each of which begins with its scheme. */
const NEXT_ADDRESS = /(?:\s*[;,|]\s*|\s+)(?=https?:\/\/)/i;

function checkSources(fields: FieldReader): Source[] {
  const { sources } = fields.raw;
  const [url, ...others] = fields.parts("source.url", NEXT_ADDRESS, URL_ADDRESS);
  const [outlet, title] = [fields.prose("source.outlet", LONGEST.line), fields.prose("source.title", LONGEST.line)];
  const urls = url === undefined ? [] : [url, ...others];
  const [outlets, titles] = [outlet, title].map((text) => splitBySource(text, urls.length));
  if (urls.length > 0)
    return urls.map((one, index) => ({ url: one, outlet: outlets?.[index] ?? null, title: titles?.[index] ?? null }));
  if (outlet !== null) fields.drop("source.outlet", outlet, withoutLink("source.outlet", outlet));
  if (title !== null) fields.drop("source.title", title, withoutLink("source.title", title));
  return sources.length === 0 ? [] : sources.flatMap((source) => checkSource(fields, source));
}

/** Returns the part of a text for each of several sources; a text that has not as many parts is that of the first. */
function splitBySource(text: string | null, count: number): readonly (string | null)[] {
  const parts = text?.split("; ") ?? [];
  return parts.length === count ? parts : [text];
}

function withoutLink(field: string, value: string): string {
  return `${field} ${formatValue(value)} is left out; a source needs a link.`;
}

function checkSource(fields: FieldReader, source: Source): Source[] {
  const url = source.url.length > LONGEST.url ? undefined : URL_ADDRESS.read(tidy(source.url));
  if (url !== undefined) return [{ ...source, url }];
  fields.drop("sources.url", source.url, URL_ADDRESS.sentence(source.url, "sources.url"));
  return [];
}

function checkSide(fields: FieldReader, side: string): CompanyStatement {
  const company = checkCompany(fields, `${side}.`);
  if (company === null || (company.name === null && company.domain === null))
    throw fields.missing(`${side}.name`, `${side}.name is missing.`);
  return company;
}

/** Tells whether a company, of which the row may state only the name, is the other one. */
function isSameByName(a: CompanyStatement, b: CompanyStatement): boolean {
  const hasOnlyName = a.key === null && a.domain === null;
  return isSame(a, b) || (hasOnlyName && normalName(a.name ?? "") === normalName(b.name ?? ""));
}

/** Tells whether both sides of a deal are one company, by the row. */
function isSame(a: CompanyStatement, b: CompanyStatement): boolean {
  if (a.key !== null && b.key !== null) return a.key === b.key;
  if (a.domain !== null && b.domain !== null) return a.domain === b.domain;
  const unresolved = [a, b].every((side) => side.key === null && side.domain === null);
  return unresolved && normalName(a.name ?? "") === normalName(b.name ?? "");
}

export function selfAcquisition(company: Pick<CompanyStatement, "name" | "domain">): RowError {
  return new RowError(`Acquirer and target are the same company (${company.name ?? company.domain}).`);
}
