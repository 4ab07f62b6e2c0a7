/**
 * GET /account/v1/quote and POST /account/v1/quotes: what the timelines of companies would cost. They are free and leave
 * nothing in the ledger; who asks for many at once has to wait.
 */
import type { Context, Handler } from "hono";
import { type CompanyQuote, QUOTES_FIELD } from "@/lib/contract/account-quote";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { BATCH_FIELD } from "@/lib/contract/timeline";
import { openRates, type Rates } from "@/service/credits/rates";
import { countEvents } from "@/service/feed/event-counts";
import { findCompany } from "@/service/feed/find-company";
import type { Pools } from "@/service/store/pools";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { readBatchRequest, readBody, readTimelineRequest, type Wanted, wantedBy } from "../read-request";

/** Companies that one workspace may ask about. */
const LIMIT = { perMinute: 600, burst: 200 } as const;

const NOT_FOUND: CompanyQuote = {
  found: false,
  company: null,
  counts: { funding: 0, acquisitions: 0, exec_moves: 0 },
};

export function quoteOf({ pools }: Services): Handler<Env> {
  const rates = openRates("single quotes");
  return async (c) => {
    const { wanted } = readTimelineRequest(c);
    admit(c, rates, 1);
    const [quote = NOT_FOUND] = await quotesFor(pools, [wanted]);
    return c.json(quote);
  };
}

export function quotesOf({ pools }: Services): Handler<Env> {
  const rates = openRates("quotes");
  return async (c) => {
    const { values } = readBatchRequest(c, await readBody(c));
    const wanted = values[BATCH_FIELD].map(wantedBy);
    admit(c, rates, wanted.length);
    return c.json({ [QUOTES_FIELD]: await quotesFor(pools, wanted) });
  };
}

async function quotesFor({ fixed }: Pools, wanted: readonly Wanted[]): Promise<CompanyQuote[]> {
  const ids: (string | undefined)[] = [];
  // One after the other, so that a batch takes one connection; those named by id need no look-up.
  for (const { by, value } of wanted) ids.push(by === "id" ? value.toLowerCase() : await findCompany(fixed, by, value));
  const counted = await countEvents(fixed, [...new Set(ids.filter((id) => id !== undefined))]);
  return ids.map((id) => {
    const found = id === undefined ? undefined : counted.get(id);
    if (found === undefined) return NOT_FOUND;
    return { found: true, company: { id: found.id, name: found.name }, counts: found.counts };
  });
}

function admit(c: Context<Env>, rates: Rates, companies: number): void {
  const { workspaceId } = c.get("caller");
  const now = performance.now();
  const left = rates.atMost(workspaceId, LIMIT, now) ?? LIMIT.burst;
  if (left < companies) {
    const seconds = Math.ceil(((companies - left) / LIMIT.perMinute) * 60);
    throw new ApiError("TOO_MANY_REQUESTS", `more than ${LIMIT.perMinute} companies a minute were asked about`, {
      [RETRY_AFTER_HEADER]: String(Math.max(1, seconds)),
    });
  }
  rates.note(workspaceId, left - companies, now);
}
