/**
 * GET /account/v1/quote and POST /account/v1/quotes: what the timelines of companies would cost. They are free and
 * leave nothing in the ledger. They are the exact look-up of companies too, so each person may ask for so many a day
 * that the workspace does not own; requests for many of them are rate limited.
 */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { ResponseOf } from "@dealflow/contract/account/endpoint";
import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import { foldText } from "@dealflow/contract/query/fold-text";
import { BATCH_FIELD } from "@dealflow/contract/timeline";
import type { Context, Handler } from "hono";
import { RateLimiter } from "@/lib/limits/rate-limiter";
import { recordLookups } from "@/service/accounts/people/lookups";
import { findWatched } from "@/service/accounts/watchlist";
import { countEvents, countUnpaidEvents, NONE_UNPAID } from "@/service/feed/event-counts";
import { findCompany, readCurrentIds } from "@/service/feed/find-company";
import { getPurchaseScope } from "@/service/feed/purchases/purchased";
import { tooManyRequests } from "../../api-error";
import type { Env, Services } from "../../context";
import {
  type CompanySelector,
  parseSelector,
  readBatchRequest,
  readBody,
  readTimelineRequest,
} from "../../read-request";
import { respond } from "../request-input";

const DAY_MS = 86_400_000;

/** One workspace may request this many companies. */
const LIMIT = { perMinute: 600, burst: 200 } as const;

const NOT_FOUND = { found: false, company: null, counts: { funding: 0, acquisitions: 0, exec_moves: 0 } };

export function getQuoteHandler(services: Services): Handler<Env> {
  const limiter = new RateLimiter("rates of single quotes", LIMIT);
  return async (c) => {
    const { wanted: selectors } = readTimelineRequest(c);
    enforceRateLimit(c, limiter, 1);
    const [quote] = (await readQuotes(services, c, [selectors])).quotes;
    if (quote === undefined) throw new Error("every selector has a quote");
    return respond(c, ACCOUNT.quote, quote);
  };
}

export function getQuotesHandler(services: Services): Handler<Env> {
  const limiter = new RateLimiter("rates of quotes", LIMIT);
  return async (c) => {
    const { values } = readBatchRequest(c, await readBody(c));
    const selectors = values[BATCH_FIELD].map(parseSelector);
    enforceRateLimit(c, limiter, selectors.length);
    return respond(c, ACCOUNT.quotes, await readQuotes(services, c, selectors));
  };
}

async function readQuotes(
  services: Services,
  c: Context<Env>,
  selectors: readonly CompanySelector[],
): Promise<ResponseOf<typeof ACCOUNT.quotes>> {
  const { payOnceDays, pools } = services;
  const { fixed } = pools;
  const { workspaceId } = c.get("caller");
  const found: { readonly selector: CompanySelector; readonly id: string | undefined; readonly formerName?: string }[] =
    [];
  const given = selectors.flatMap(({ by, value }) => (by === "id" ? value : []));
  const current = await readCurrentIds(fixed, given);
  // One follows the other, so that a batch takes one connection.
  for (const selector of selectors) {
    const { by, value } = selector;
    const company = by === "id" ? { id: current.shift() } : await findCompany(fixed, by, value);
    found.push({ selector, id: undefined, ...company });
  }
  const known = [...new Set(found.flatMap(({ id }) => id ?? []))];
  const eventCounts = await countEvents(fixed, known);
  const unpaid =
    payOnceDays === 0 ? undefined : await countUnpaidEvents(fixed, known, getPurchaseScope(workspaceId, payOnceDays));
  const isOwned = (id: string) =>
    unpaid !== undefined && eventCounts.has(id) && (unpaid.byCompany.get(id)?.companies ?? 0) === 0;
  const watched = await findWatched(fixed, workspaceId, known);
  const lookedUp = found.filter(
    ({ selector, id }) => id === undefined || !(isOwned(id) || (selector.by === "id" && watched.has(id))),
  );
  const chosen = lookedUp.map(({ selector }) => selector);
  const lookupsLeft = await countLookups(services, c, chosen);
  const quotes = found.map(({ selector, id, formerName }): CompanyQuote => {
    const counted = id === undefined ? undefined : eventCounts.get(id);
    if (counted === undefined) return { ...NOT_FOUND, lookupsLeft };
    const name = selector.by === "name" || isOwned(counted.id) ? counted.name : null;
    const newRecords = unpaid && { newRecords: unpaid.byCompany.get(counted.id) ?? NONE_UNPAID };
    const company = { id: counted.id, name, ...(formerName === undefined ? {} : { formerName }) };
    return { found: true, company, counts: counted.counts, ...newRecords, lookupsLeft };
  });
  return { quotes, ...(unpaid && { newRecords: unpaid.all }) };
}

/** Returns the number of look-ups left today; throws `TOO_MANY_REQUESTS` when these are too many. */
async function countLookups(
  { lookupsPerDay, pools }: Services,
  c: Context<Env>,
  selectors: readonly CompanySelector[],
): Promise<number> {
  const now = new Date();
  const texts = selectors.map(({ by, value }) => `${by} ${foldText(value)}`);
  const left = await recordLookups(pools.main, c.get("viewer").personId, texts, lookupsPerDay, now);
  if (left !== undefined) return left;
  throw tooManyRequests(
    `You can look up ${lookupsPerDay} companies a day that your workspace doesn't own. Try again after midnight UTC.`,
    (DAY_MS - (now.getTime() % DAY_MS)) / 1_000,
  );
}

function enforceRateLimit(c: Context<Env>, limiter: RateLimiter, companies: number): void {
  const waitMs = limiter.consume(c.get("caller").workspaceId, companies);
  if (waitMs > 0) throw tooManyRequests(`the limit is ${LIMIT.perMinute} companies a minute`, waitMs / 1_000);
}
