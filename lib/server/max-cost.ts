/** The maximum cost of a request: its records, or for timelines the free quote of our own service. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { isObject } from "@dealflow/client/tolerant-reader";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { CompanyQuote } from "@dealflow/contract/account/quote";
import { INCLUDE } from "@dealflow/contract/timeline";
import { priceOf } from "@/lib/api/quote";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { requestAccount } from "./account";
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
  const quotes = await fetchQuotes(context, caller, search, json);
  return quotes?.reduce((sum, quote) => sum + priceOf(quote, kinds), 0);
}

/** @param batch the body of a batch, which has been validated; undefined for the timeline that `search` selects */
async function fetchQuotes(
  context: DashboardContext,
  caller: Caller,
  search: URLSearchParams,
  batch: unknown,
): Promise<readonly CompanyQuote[] | undefined> {
  if (batch === undefined) {
    const result = await requestAccount(context, caller, ACCOUNT.quote, { search });
    return "failure" in result ? undefined : [result.value];
  }
  const body = ACCOUNT.quotes.request.parse(batch);
  const result = await requestAccount(context, caller, ACCOUNT.quotes, { body });
  return "failure" in result ? undefined : result.value.quotes;
}

function kindsOf(requested: unknown): readonly IncludeName[] {
  const some = Array.isArray(requested) ? ALL_KINDS.filter((kind) => requested.includes(kind)) : [];
  return some.length === 0 ? ALL_KINDS : some;
}
