/** Generates a quarter of Form D notices in the shape in which the SEC publishes them, and knows what becomes of it. */
import { createZip } from "../read/testing-zip";

interface QuarterOptions {
  /** The number of filings, amendments included. */
  readonly filings: number;
}

export interface ExpectedRound {
  readonly company: string;
  readonly round: "debt" | null;
  /** US cents; null when nothing was sold yet. */
  readonly amountUsdCents: number | null;
  /** A day as YYYY-MM-DD. */
  readonly announcedAt: string;
  readonly country: string;
  readonly city: string;
  readonly tags: readonly string[];
  readonly url: string;
  readonly title: string;
}

export interface FormDQuarter {
  /** The tab-separated files by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** The rounds that an import yields, one for each file number. */
  readonly rounds: readonly ExpectedRound[];
  /** Filings that an import leaves out: tests, pooled funds and superseded ones. */
  readonly leftOut: number;
}

interface Filing {
  readonly number: number;
  readonly accession: string;
  /** The first filing of the file number; the filing itself unless it is an amendment. */
  readonly original: number;
  readonly isTest: boolean;
  readonly isFund: boolean;
  /** Days after the start of the quarter. */
  readonly filedDay: number;
  readonly soldDay: number | null;
  readonly dollars: number;
  readonly types: Readonly<Record<"equity" | "debt" | "option", boolean>>;
}

const START = Date.UTC(2025, 9, 1);
const DAY_MS = 86_400_000;
const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const PLACES = [
  ["AUSTIN", "TX", "TEXAS", "US"],
  ["San Francisco", "CA", "CALIFORNIA", "US"],
  ["WASHINGTON", "DC", "DISTRICT OF COLUMBIA", "US"],
  ["Atlanta", "GA", "GEORGIA", "US"],
] as const;
const FOREIGN_PLACES = [
  ["Toronto", "A6", "ONTARIO, CANADA", "CA"],
  ["LONDON", "X0", "UNITED KINGDOM", "GB"],
  ["George Town", "E9", "CAYMAN ISLANDS", "KY"],
  ["SEOUL", "M5", "KOREA, REPUBLIC OF", "KR"],
  ["San Juan", "PR", "PUERTO RICO", "PR"],
] as const;
const INDUSTRIES = ["Other Technology", "Biotechnology", "Other", "Restaurants"] as const;

/** Returns the same quarter for the same number of filings. */
export function formDQuarter({ filings: count }: QuarterOptions): FormDQuarter {
  const filings = Array.from({ length: count }, (_, index) => filing(index + 1));
  const read = filings.filter(({ isTest, isFund }) => !isTest && !isFund);
  const latest = new Map<number, Filing>([]);
  for (const one of read) {
    const before = latest.get(one.original);
    if (before === undefined || one.filedDay >= before.filedDay) latest.set(one.original, one);
  }
  return {
    files: quarterFiles(filings.toSorted(inFileOrder)),
    rounds: [...latest.values()].map(expectedRound),
    leftOut: count - latest.size,
  };
}

/** Returns the archive of a quarter, with its files in a folder. */
export function formDArchive({ files }: FormDQuarter): Buffer {
  return createZip(Object.fromEntries(Object.entries(files).map(([name, text]) => [`2025Q4_d/${name}`, text])));
}

/** Every fifth filing amends the one before the last, unless that is an amendment too. */
function filing(number: number): Filing {
  const original = number % 5 === 0 ? number - 2 : number;
  const isAmendment = original !== number;
  const soldDay = original % 19 === 0 ? null : original % 60;
  return {
    number,
    accession: `0001${String(900_000 + (number % 7_000)).padStart(6, "0")}-25-${String(number).padStart(6, "0")}`,
    original,
    isTest: number % 11 === 0,
    isFund: original % 7 === 0,
    filedDay: (original % 60) + (isAmendment ? 20 : 3),
    soldDay,
    dollars: original % 10 === 1 ? 0 : 50_000 + original * 7 + (isAmendment ? 1_000_000 : 0),
    types: { equity: original % 9 !== 0, debt: original % 9 === 0 || original % 16 === 0, option: original % 18 === 0 },
  };
}

/** The order of filings says nothing about their dates: some amendments come before what they amend. */
function inFileOrder(a: Filing, b: Filing): number {
  return ((a.number * 7_919) % 1_009) - ((b.number * 7_919) % 1_009) || a.number - b.number;
}

function quarterFiles(filings: readonly Filing[]): Record<string, string> {
  const table = (header: string, rows: readonly (readonly string[])[]) =>
    `${[header.split(" "), ...rows].map((row) => row.join("\t")).join("\n")}\n`;
  return {
    "FORMDSUBMISSION.tsv": table(
      "ACCESSIONNUMBER FILE_NUM FILING_DATE SIC_CODE SUBMISSIONTYPE TESTORLIVE",
      filings.map((one) => [one.accession, fileNumber(one), edgarDate(one.filedDay), "", type(one), testOrLive(one)]),
    ),
    "ISSUERS.tsv": table(
      "ACCESSIONNUMBER IS_PRIMARYISSUER_FLAG ISSUER_SEQ_KEY CIK ENTITYNAME STREET1 CITY STATEORCOUNTRY STATEORCOUNTRYDESCRIPTION ZIPCODE YEAROFINC_TIMESPAN_CHOICE YEAROFINC_VALUE_ENTERED",
      filings.flatMap(issuerRows),
    ),
    "OFFERING.tsv": table(
      "ACCESSIONNUMBER INDUSTRYGROUPTYPE ISAMENDMENT SALE_DATE YETTOOCCUR ISEQUITYTYPE ISDEBTTYPE ISOPTIONTOACQUIRETYPE ISPOOLEDINVESTMENTFUNDTYPE TOTALOFFERINGAMOUNT TOTALAMOUNTSOLD",
      filings.map(offeringRow),
    ),
  };
}

function type({ original, number }: Filing): string {
  return original === number ? "D" : "D/A";
}

function testOrLive({ isTest }: Filing): string {
  return isTest ? "TEST" : "LIVE";
}

/** Some filings that are never amended have no number, and are identified by their content. */
function fileNumber({ original }: Filing): string {
  return hasNoNumber(original) ? "" : `021-${400_000 + original}`;
}

function hasNoNumber(original: number): boolean {
  return original % 23 === 0 && original % 5 !== 3;
}

function issuerRows(one: Filing): string[][] {
  const [city, code, description] = place(one);
  const row = (flag: string, cik: number, name: string) => [
    ...[one.accession, flag, "1", String(cik).padStart(10, "0"), name, "1 Quay", city, code, description, "00000"],
    ...["Within Last Five Years (Specify Year)", String(2000 + (one.original % 25))],
  ];
  const primary = row(one.number % 2 === 0 ? "YES" : "true", 1_000_000 + one.original, companyName(one));
  const other = row(one.number % 2 === 0 ? "NO" : "false", 9_000_000 + one.original, `Co-issuer ${one.original}`);
  return one.original % 4 === 0 ? [other, primary] : [primary];
}

function place({ original }: Filing): readonly [string, string, string, string] {
  if (original % 13 === 0) return FOREIGN_PLACES[(original / 13) % FOREIGN_PLACES.length] ?? FOREIGN_PLACES[0];
  return PLACES[original % PLACES.length] ?? PLACES[0];
}

/** The files have quotes in names, which are a part of them. */
function companyName({ original }: Filing): string {
  return original % 29 === 0 ? `"Quorvane" Holdings ${original}` : `Quorvane ${original}, Inc.`;
}

function offeringRow(one: Filing): string[] {
  const { accession, isFund, soldDay, dollars, types } = one;
  return [
    ...[accession, industry(one), String(type(one) === "D/A"), soldDay === null ? "" : edgarDate(soldDay)],
    ...[String(soldDay === null), String(types.equity), String(types.debt), types.option ? "true" : ""],
    ...[String(isFund), "Indefinite", String(dollars)],
  ];
}

function industry({ isFund, original }: Filing): string {
  return isFund ? "Pooled Investment Fund" : (INDUSTRIES[original % INDUSTRIES.length] ?? "Other");
}

/** Returns a day as the files write it, such as 10-APR-2025. */
function edgarDate(day: number): string {
  const at = new Date(START + day * DAY_MS);
  return `${String(at.getUTCDate()).padStart(2, "0")}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`;
}

function expectedRound(one: Filing): ExpectedRound {
  const { accession, original, soldDay, filedDay, dollars, types } = one;
  const [city, , , country] = place(one);
  const tag = industry(one);
  return {
    company: companyName(one),
    round: types.debt && !types.equity && !types.option ? "debt" : null,
    amountUsdCents: dollars === 0 ? null : dollars * 100,
    announcedAt: new Date(START + (soldDay ?? filedDay) * DAY_MS).toISOString().slice(0, 10),
    country,
    city,
    tags: tag === "Other" ? [] : [tag],
    url: `https://www.sec.gov/Archives/edgar/data/${1_000_000 + original}/${accession.replaceAll("-", "")}/${accession}-index.htm`,
    title: type(one) === "D/A" ? "Form D/A" : "Form D",
  };
}
