/**
 * GET /account/v1/quote and POST /account/v1/quotes: what the timelines of companies would cost. They are free and leave
 * nothing in the ledger; requests for many at once are rate limited.
 */
import type { Context, Handler } from "hono";
import { ACCOUNT } from "@/lib/contract/account";
import type { ResponseOf } from "@/lib/contract/account-endpoint";
import type { CompanyQuote } from "@/lib/contract/account-quote";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { BATCH_FIELD } from "@/lib/contract/timeline";
import { createRateCache, type RateCache } from "@/service/credits/rates";
import { countEvents, countUnpaidEvents, NONE_UNPAID } from "@/service/feed/event-counts";
import { findCompany } from "@/service/feed/find-company";
import { purchasesSince } from "@/service/feed/purchased";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { type CompanySelector, parseSelector, readBatchRequest, readBody, readTimelineRequest } from "../read-request";
import { respond } from "./request-input";

/** Companies that one workspace may request. */
const LIMIT = { perMinute: 600, burst: 200 } as const;

const NOT_FOUND: CompanyQuote = {
  found: false,
  company: null,
  counts: { funding: 0, acquisitions: 0, exec_moves: 0 },
  lookupsLeft: 0,
};

export function getQuoteHandler(services: Services): Handler<Env> {
  const rates = createRateCache("single quotes");
  return async (c) => {
    const { wanted: selectors } = readTimelineRequest(c);
    enforceRateLimit(c, rates, 1);
    const [quote = NOT_FOUND] = (await readQuotes(services, c.get("caller").workspaceId, [selectors])).quotes;
    return respond(c, ACCOUNT.quote, quote);
  };
}

export function getQuotesHandler(services: Services): Handler<Env> {
  const rates = createRateCache("quotes");
  return async (c) => {
    const { values } = readBatchRequest(c, await readBody(c));
    const selectors = values[BATCH_FIELD].map(parseSelector);
    enforceRateLimit(c, rates, selectors.length);
    return respond(c, ACCOUNT.quotes, await readQuotes(services, c.get("caller").workspaceId, selectors));
  };
}

async function readQuotes(
  { payOnceDays, pools: { fixed } }: Services,
  workspaceId: string,
  selectors: readonly CompanySelector[],
): Promise<ResponseOf<typeof ACCOUNT.quotes>> {
  const ids: (string | undefined)[] = [];
  // Sequentially, so that a batch takes one connection; ids need no lookup.
  for (const { by, value } of selectors)
    ids.push(by === "id" ? value.toLowerCase() : await findCompany(fixed, by, value));
  const known = [...new Set(ids.filter((id) => id !== undefined))];
  const eventCounts = await countEvents(fixed, known);
  const unpaid =
    payOnceDays === 0
      ? undefined
      : await countUnpaidEvents(fixed, known, { workspaceId, since: purchasesSince(payOnceDays, new Date()) });
  const quotes = ids.map((id): CompanyQuote => {
    const counted = id === undefined ? undefined : eventCounts.get(id);
    if (counted === undefined) return NOT_FOUND;
    const { name, counts } = counted;
    const newRecords = unpaid && { newRecords: unpaid.byCompany.get(counted.id) ?? NONE_UNPAID };
    return { found: true, company: { id: counted.id, name }, counts, ...newRecords, lookupsLeft: 0 };
  });
  return { quotes, ...(unpaid && { newRecords: unpaid.all }) };
}

function enforceRateLimit(c: Context<Env>, rates: RateCache, companies: number): void {
  const { workspaceId } = c.get("caller");
  const now = performance.now();
  const remaining = rates.getUpperBound(workspaceId, LIMIT, now) ?? LIMIT.burst;
  if (remaining < companies) {
    const seconds = Math.ceil(((companies - remaining) / LIMIT.perMinute) * 60);
    throw new ApiError("TOO_MANY_REQUESTS", `the limit is ${LIMIT.perMinute} companies a minute`, {
      [RETRY_AFTER_HEADER]: String(Math.max(1, seconds)),
    });
  }
  rates.record(workspaceId, remaining - companies, now);
}
