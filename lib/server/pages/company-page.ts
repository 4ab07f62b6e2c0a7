/** Reads the data of the company pages, which are owned timelines and quotes. All of it is free. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { RECORD_ID } from "@dealflow/contract/account/free-explore";
import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import { BATCH, BATCH_FIELD, type Selector } from "@dealflow/contract/timeline";
import { readOwnedParts } from "@/lib/api/owned-timeline";
import type { CompanyInitial, TimelinePart } from "@/lib/api/timeline-part";
import { type DashboardContext, getDashboardContext } from "../dashboard-context";
import { getCachedParts } from "../foreign/cached-timelines";
import { requestAccount } from "../proxy/account";
import type { Caller } from "../proxy/caller";
import type { Upstream } from "../proxy/upstream";
import { pageUpstream } from "./identity";
import { withTimeout } from "./with-timeout";

/** A page waits this many ms for prices; after that the browser requests them again. */
const WAIT_MS = 250;
/** A look-up may take this many ms; that page has nothing else to show. */
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
  const [quotes, parts] = await Promise.all([
    fetchQuotes(context, source.caller, some, waitMs),
    readOwned(context, source.caller, some, waitMs),
  ]);
  return some.map((id, index) => ({ id, parts: parts?.[index], quote: quotes[index] }));
}

/** Returns undefined when it is late. Our own service stores what is owned; for another host this server does. */
async function readOwned(
  context: DashboardContext,
  caller: Caller,
  ids: readonly string[],
  waitMs: number,
): Promise<readonly (readonly TimelinePart[])[] | undefined> {
  const { foreign } = context;
  if (foreign !== undefined) return ids.map((id) => getCachedParts(foreign, id));
  if (ids.length === 0) return [];
  const search = new URLSearchParams(ids.map((id) => [RECORD_ID, id]));
  const result = await withTimeout(requestAccount(context, caller, ACCOUNT.ownedTimelines, { search }), waitMs);
  if (result === undefined || "failure" in result) return undefined;
  return result.value.timelines.map(readOwnedParts);
}

/** Returns the company with this selector and the price of its timeline; undefined where no free quote is available. */
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
