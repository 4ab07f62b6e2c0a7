/** Reads and writes addresses: the address bar and the API's query string use the same text. */
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

/** The parts of an address: the query's values as written, and the screen state. */
export interface AddressParts {
  readonly values: Readonly<Record<string, WireValue>>;
  readonly problems: readonly Problem[];
  readonly open?: string;
}

/** Splits an address without validating its values. Paging is not part of an address, so it is left out. */
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
 * The valid part of an address's query; never throws. Formats are checked here, membership in the long lists by the
 * server, which has them.
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

/** Defaults of parameters, where the default can also be written. */
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
 * The query string that requests one page of a view. The first page requests the total where supported: it is free, and
 * later pages would only repeat it.
 */
export function pageSearch(feed: Feed, canonical: string, cursor: string | null): string {
  const search = new URLSearchParams(canonical);
  if (cursor !== null) search.set(CURSOR_PARAMETER, cursor);
  else if (feed.totals) search.set(TOTAL_PARAMETER, "true");
  return search.toString();
}

/** A number in plain digits, as the API requires (not `1e+21`). */
function plain(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e");
  if (exponent === undefined) return mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? digits.padEnd(point, "0") : `0.${"0".repeat(-point)}${digits}`;
}
