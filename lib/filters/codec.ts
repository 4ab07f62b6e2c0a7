/** The address bar and the query string of the API, which are the same text in two places: one vocabulary. */
import {
  CURSOR_PARAMETER,
  type Feed,
  LIMIT,
  LIMIT_PARAMETER,
  parameterNames,
  TOTAL_PARAMETER,
} from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { quote } from "@/lib/contract/quote";
import { COMPANY_SORTS } from "@/lib/contract/values/organisations";
import { type Problem, readQuery, type WireValue } from "@/lib/contract/wire";
import { normalizeQuery } from "./normalize";
import { feedName, OPEN_KEY, PAGES, VIEW_KEY } from "./pages";

export interface Address {
  readonly query: AnyQuery;
  /** What was left out of the address, and why. */
  readonly problems: readonly Problem[];
  /** Id of the record whose sheet is open. */
  readonly open?: string;
}

/** The parts of an address: the values of the query as written, and what is about the screen. */
export interface AddressParts {
  readonly values: Readonly<Record<string, WireValue>>;
  readonly problems: readonly Problem[];
  readonly open?: string;
}

/** Takes an address apart without judging its values. Paging is the page's own business, so it is left out. */
export function splitAddress(feed: Feed, search: URLSearchParams): AddressParts {
  const query = new URLSearchParams(search);
  const open = query.get(OPEN_KEY) || undefined;
  query.delete(OPEN_KEY);
  query.delete(VIEW_KEY);
  const problems: Problem[] = [];
  for (const name of [CURSOR_PARAMETER, LIMIT_PARAMETER]) {
    const given = query.get(name);
    if (given !== null && !(name === LIMIT_PARAMETER && given === String(LIMIT.default)))
      problems.push({ parameter: name, message: `${name}=${quote(given)} is for the API; this page pages by itself` });
    query.delete(name);
  }
  if (feed.totals) query.delete(TOTAL_PARAMETER);
  const wire = readQuery(query, feed);
  return { values: wire.values, problems: [...problems, ...wire.problems], ...(open === undefined ? {} : { open }) };
}

/**
 * The query of an address, as far as it can be read; never throws. Forms are checked here, membership in the long
 * lists by the server, which knows them.
 */
export function readAddress(feed: Feed, search: URLSearchParams): Address {
  const { values, problems, open } = splitAddress(feed, search);
  const normalized = normalizeQuery(feed, values);
  return {
    query: normalized.query,
    problems: [...problems, ...normalized.problems],
    ...(open === undefined ? {} : { open }),
  };
}

/** What a parameter means when it is left out, where that is a value that can also be written. */
const DEFAULTS: Readonly<Record<string, string>> = { sort: COMPANY_SORTS[0].value };

/** The canonical text of a query: descriptor order, values sorted, defaults left out, no leading `?`. */
export function writeQuery(feed: Feed, query: AnyQuery): string {
  const { query: normalized } = normalizeQuery(feed, query);
  const search = new URLSearchParams();
  for (const name of parameterNames(feed)) {
    const value = normalized[name];
    if (value === undefined || value === DEFAULTS[name]) continue;
    if (typeof value === "object") for (const item of [...value].sort()) search.append(name, item);
    else search.append(name, typeof value === "number" ? plain(value) : String(value));
  }
  return search.toString();
}

/** The address of a page in the dashboard, path and query. */
export function addressOf(feed: Feed, query: AnyQuery, open?: string): string {
  const search = [writeQuery(feed, query), ...(open === undefined ? [] : [new URLSearchParams({ [OPEN_KEY]: open })])];
  const text = search.map(String).filter(Boolean).join("&");
  return `${PAGES[feedName(feed)]}${text === "" ? "" : `?${text}`}`;
}

/**
 * The query string with which one page of a view is asked for. The first one asks for the total where there is one:
 * it is free, and later pages would only repeat it.
 */
export function pageSearch(feed: Feed, canonical: string, cursor: string | null): string {
  const search = new URLSearchParams(canonical);
  if (cursor !== null) search.set(CURSOR_PARAMETER, cursor);
  else if (feed.totals) search.set(TOTAL_PARAMETER, "true");
  return search.toString();
}

/** A number in plain digits, as the interface takes it (`1e+21` is none). */
function plain(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? digits.padEnd(point, "0") : `0.${"0".repeat(-point)}${digits}`;
}
