/** The maximum cost of a request: its records, or for timelines the free quote of our own service. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { isObject, number } from "@dealflow/client/tolerant-reader";
import { ACCOUNT } from "@/lib/contract/account";
import { QUOTES_FIELD } from "@/lib/contract/account-quote";
import { INCLUDE } from "@/lib/contract/timeline";
import { TIMELINE_INCLUDES } from "@/lib/contract/values/events";
import { callAccountApi } from "./account";
import type { ApiRequest } from "./api-request";
import type { Caller } from "./caller";
import type { DashboardContext } from "./dashboard-context";

/** Undefined where it is unknown: a timeline of a foreign host. */
export async function estimateMaxCost(
  context: DashboardContext,
  caller: Caller,
  requested: ApiRequest,
): Promise<number | undefined> {
  if (requested.records !== undefined) return requested.records;
  const { path, body } = requested.call;
  const search = new URL(path, "http://any").searchParams;
  const json = body === undefined ? undefined : parseJson(body);
  const kinds = kindsOf(isObject(json) ? json[INCLUDE.param] : search.getAll(INCLUDE.param));
  const response =
    body === undefined
      ? await callAccountApi(context, caller, ACCOUNT.quote.method, `${ACCOUNT.quote.path}?${search}`)
      : await callAccountApi(context, caller, ACCOUNT.quotes.method, ACCOUNT.quotes.path, body);
  if ("failure" in response || response.status !== 200) return undefined;
  const quoted = parseJson(response.text);
  const quotes: unknown = body === undefined ? [quoted] : isObject(quoted) ? quoted[QUOTES_FIELD] : undefined;
  if (!Array.isArray(quotes)) return undefined;
  let maxCost = 0;
  for (const quote of quotes) {
    const cost = costOf(quote, kinds);
    if (cost === undefined) return undefined;
    maxCost += cost;
  }
  return maxCost;
}

function kindsOf(requested: unknown): string[] {
  const all = TIMELINE_INCLUDES.map(({ value }): string => value);
  const some = Array.isArray(requested) ? all.filter((kind) => requested.includes(kind)) : [];
  return some.length === 0 ? all : some;
}

/** One credit for the company and one for each event; 0 for a company that does not exist. */
function costOf(quote: unknown, kinds: readonly string[]): number | undefined {
  if (!isObject(quote) || !isObject(quote.counts)) return undefined;
  if (quote.found !== true) return 0;
  const { counts } = quote;
  const events = kinds.map((kind) => number(counts[kind]));
  return events.every((one) => one !== null) ? events.reduce<number>((sum, one) => sum + (one ?? 0), 1) : undefined;
}
