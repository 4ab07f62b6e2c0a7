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
import { requestOptional } from "../proxy/account";
import type { Caller } from "../proxy/caller";
import { currentCaller, pageUpstream } from "./identity";
import { withTimeout } from "./with-timeout";

/** A page waits this many ms for prices; after that the browser requests them again. */
const WAIT_MS = 250;
/** A look-up may take this many ms; that page has nothing else to show. */
const LOOK_UP_MS = 3_000;

/** @param ids as in addresses: lower case, unique, at most as many as a batch holds */
export async function loadCompaniesInitial(ids: readonly string[]): Promise<readonly CompanyInitial[]> {
  await pageUpstream();
  return loadCompanies(getDashboardContext(), await currentCaller(), ids);
}

export async function loadCompanies(
  context: DashboardContext,
  caller: Caller,
  ids: readonly string[],
  waitMs = WAIT_MS,
): Promise<readonly CompanyInitial[]> {
  const some = ids.slice(0, BATCH.max);
  const [quotes, parts] = await Promise.all([
    fetchQuotes(context, caller, some, waitMs),
    readOwned(context, caller, some, waitMs),
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
  const owned = await withTimeout(requestOptional(context, caller, ACCOUNT.ownedTimelines, { search }), waitMs);
  return owned?.timelines.map(readOwnedParts);
}

/** Returns the company with this selector and the price of its timeline; undefined where no free quote is available. */
export async function fetchCompanyQuote(by: Selector["param"], value: string): Promise<CompanyQuote | undefined> {
  await pageUpstream();
  const search = new URLSearchParams([[by, value]]);
  const request = requestOptional(getDashboardContext(), await currentCaller(), ACCOUNT.quote, { search });
  return withTimeout(request, LOOK_UP_MS);
}

async function fetchQuotes(
  context: DashboardContext,
  caller: Caller,
  ids: readonly string[],
  waitMs: number,
): Promise<readonly CompanyQuote[]> {
  if (ids.length === 0) return [];
  const body = { [BATCH_FIELD]: ids.map((id) => ({ id })) };
  const read = await withTimeout(requestOptional(context, caller, ACCOUNT.quotes, { body }), waitMs);
  return read?.quotes.length === ids.length ? read.quotes : [];
}
