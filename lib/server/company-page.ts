/** Data for the company pages: cached timelines, and quotes, which are free. Never buys. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { CompanyQuote } from "@dealflow/contract/account/quote";
import { BATCH, BATCH_FIELD, type Selector } from "@dealflow/contract/timeline";
import type { CompanyInitial } from "@/lib/api/timeline-part";
import { requestAccount } from "./account";
import { getCachedParts } from "./cached-timelines";
import type { Caller } from "./caller";
import { type DashboardContext, getDashboardContext } from "./dashboard-context";
import { pageUpstream } from "./identity";
import type { Upstream } from "./upstream";
import { withTimeout } from "./with-timeout";

/** How long a page may wait for prices, in ms; after that the browser requests them again. */
const WAIT_MS = 250;
/** How long a look-up may take, in ms; that page has nothing else to show. */
const LOOK_UP_MS = 3_000;

/** @param ids as in addresses: lower case, unique, at most as many as a batch holds */
export async function loadCompaniesInitial(ids: readonly string[]): Promise<readonly CompanyInitial[]> {
  return loadCompanies(getDashboardContext(), await pageUpstream(), ids);
}

export async function loadCompanies(
  context: DashboardContext,
  source: Upstream,
  ids: readonly string[],
  waitMs = WAIT_MS,
): Promise<readonly CompanyInitial[]> {
  const some = ids.slice(0, BATCH.max);
  const quotes = await fetchQuotes(context, source.caller, some, waitMs);
  return some.map((id, index) => ({
    id,
    parts: getCachedParts(context, source, id),
    quote: quotes[index],
  }));
}

/** The company with this selector and the price of its timeline; undefined where no free quote is available. */
export async function fetchCompanyQuote(by: Selector["param"], value: string): Promise<CompanyQuote | undefined> {
  const { caller } = await pageUpstream();
  const search = new URLSearchParams([[by, value]]);
  const request = requestAccount(getDashboardContext(), caller, ACCOUNT.quote, { search });
  const result = await withTimeout(request, LOOK_UP_MS);
  return result === undefined || "failure" in result ? undefined : result.value;
}

async function fetchQuotes(
  context: DashboardContext,
  caller: Caller,
  ids: readonly string[],
  waitMs: number,
): Promise<readonly CompanyQuote[]> {
  if (ids.length === 0) return [];
  const body = { [BATCH_FIELD]: ids.map((id) => ({ id })) };
  const result = await withTimeout(requestAccount(context, caller, ACCOUNT.quotes, { body }), waitMs);
  const quotes = result === undefined || "failure" in result ? [] : result.value.quotes;
  return quotes.length === ids.length ? quotes : [];
}
