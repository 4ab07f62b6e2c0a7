/** What the pages of companies are rendered from: what is held of them, and quotes, which are free. Never buys. */
import "server-only";
import { parseJson } from "@/lib/api/list-page";
import { readQuote, readQuotes } from "@/lib/api/quote";
import type { CompanyInitial } from "@/lib/api/timeline-part";
import { ACCOUNT } from "@/lib/contract/account";
import type { CompanyQuote } from "@/lib/contract/account-quote";
import { BATCH, BATCH_FIELD, type Selector } from "@/lib/contract/timeline";
import { askAccount } from "./account";
import type { Asker } from "./asker";
import { type Dashboard, dashboard } from "./dashboard";
import { heldParts } from "./held-timelines";
import { pageUpstream } from "./identity";
import { inTime } from "./in-time";
import type { Upstream } from "./upstream";

/** How long a page may wait for its prices, in ms; the browser asks again when it was not enough. */
const WAIT_MS = 250;
/** How long a look-up may take, which has nothing else to show. */
const LOOK_UP_MS = 3_000;

/** @param ids as addresses name them: in lower case, each once, no more than a batch holds */
export async function companiesInitial(ids: readonly string[]): Promise<readonly CompanyInitial[]> {
  return companiesOf(dashboard(), await pageUpstream(), ids);
}

export async function companiesOf(
  board: Dashboard,
  source: Upstream,
  ids: readonly string[],
  waitMs = WAIT_MS,
): Promise<readonly CompanyInitial[]> {
  const some = ids.slice(0, BATCH.max);
  const quotes = await quotesOf(board, source.asker, some, waitMs);
  return some.map((id, index) => ({
    id,
    parts: heldParts(board, source, id),
    quote: quotes[index],
  }));
}

/** The company that is named in this way and what its timeline costs; undefined where nobody tells for nothing. */
export async function quotedCompany(by: Selector["param"], value: string): Promise<CompanyQuote | undefined> {
  const { method, path } = ACCOUNT.quote;
  const { asker } = await pageUpstream();
  const asked = askAccount(dashboard(), asker, method, `${path}?${new URLSearchParams([[by, value]])}`);
  const answer = await inTime(asked, LOOK_UP_MS);
  return answer === undefined || "failure" in answer ? undefined : readQuote(parseJson(answer.text));
}

async function quotesOf(
  board: Dashboard,
  asker: Asker,
  ids: readonly string[],
  waitMs: number,
): Promise<readonly CompanyQuote[]> {
  if (ids.length === 0) return [];
  const { method, path } = ACCOUNT.quotes;
  const body = JSON.stringify({ [BATCH_FIELD]: ids.map((id) => ({ id })) });
  const answer = await inTime(askAccount(board, asker, method, path, body), waitMs);
  const read = answer === undefined || "failure" in answer ? undefined : readQuotes(parseJson(answer.text));
  return read?.length === ids.length ? read : [];
}
