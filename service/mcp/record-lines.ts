/** Writes records as text, a line each, for clients and models that read text alone. */

import type { FeedName } from "@dealflow/contract/feeds";
import { factsAt } from "@dealflow/contract/records/facts";
import { TIMELINE_INCLUDES } from "@dealflow/contract/values/events";

/** Models cite these URLs. */
const SOURCES = "sources.url";
/** A line has at most this many sources. */
const MAX_SOURCES = 3;

/** A line shows these paths in order; unknown values are left out. */
const LINES: Readonly<Record<FeedName, readonly string[]>> = {
  funding: ["announcedAt", "round", "amountUsd", ...companyPaths("company"), "investors.name", SOURCES],
  acquisitions: ["announcedAt", "dealAmountUsd", "paymentType"].concat(
    companyPaths("acquirer"),
    companyPaths("target"),
    SOURCES,
  ),
  execMoves: ["announcedAt", "moveType", "person.name", "role"].concat(
    companyPaths("company"),
    "fromCompany.name",
    SOURCES,
  ),
  companies: companyPaths().concat("hqCity", "employeeCountBucket", "foundedYear", "description"),
  investors: ["name", "type", "domain", "hqCountry.code", "id"],
};

function companyPaths(of?: string): string[] {
  const names = ["name", "domain", "hqCountry.code", "industryGroup", "id"];
  return of === undefined ? names : names.map((name) => `${of}.${name}`);
}

/** These words precede a value that would not be understood alone. */
const WORDS: Readonly<Record<string, string>> = {
  "acquirer.name": "acquirer ",
  "target.name": "target ",
  "fromCompany.name": "from ",
  "investors.name": "investors ",
  [SOURCES]: "sources ",
};
const DATE_LENGTH = "2026-01-01".length;
/** A description in a line has at most this many characters. */
const MAX_TEXT = 200;

export function recordsText(feed: FeedName, records: readonly unknown[]): string {
  return records.length === 0 ? "No records." : records.map((record) => getLine(feed, record)).join("\n");
}

export function companyText(company: unknown): string {
  return getLine("companies", company);
}

/** @param event an item of a timeline */
export function eventText(event: unknown): string {
  const kind = String(factsAt(event, "kind")[0]);
  const [field, feed] = FIELDS[kind] ?? [funding.field, "funding"];
  return `${kind} · ${getLine(feed, factsAt(event, field)[0])}`;
}

const [funding, acquisitions, execMoves] = TIMELINE_INCLUDES;
const FIELDS: Readonly<Record<string, readonly [field: string, feed: FeedName]>> = {
  [funding.kind]: [funding.field, "funding"],
  [acquisitions.kind]: [acquisitions.field, "acquisitions"],
  [execMoves.kind]: [execMoves.field, "execMoves"],
};

/** @param item the company of a batch, then its events */
export function batchItemLines(item: unknown): string {
  const [requested] = factsAt(item, "query");
  const [status] = factsAt(item, "status");
  const [company] = factsAt(item, "timeline.company");
  const found = company === undefined ? "" : `: ${companyText(company)}`;
  const events = factsAt(item, "timeline.events");
  return [`${JSON.stringify(requested)} ${String(status)}${found}`, ...events.map(eventText)].join("\n");
}

function getLine(feed: FeedName, record: unknown): string {
  return LINES[feed].flatMap((path) => getPart(record, path)).join(" · ");
}

function getPart(record: unknown, path: string): string[] {
  const facts = factsAt(record, path);
  if (facts.length === 0) return [];
  // URLs are never shortened, since they would lead nowhere.
  if (path === SOURCES) return [`${WORDS[path]}${facts.slice(0, MAX_SOURCES).join(", ")}`];
  const text = facts.map((fact) => valueText(path, fact)).join(", ");
  return [`${WORDS[path] ?? ""}${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}`];
}

function valueText(path: string, value: unknown): string {
  if (typeof value === "number" && path.endsWith("Usd")) return `$${value.toLocaleString("en-US")}`;
  return path.endsWith("At") ? String(value).slice(0, DATE_LENGTH) : String(value);
}
