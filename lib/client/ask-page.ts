/** Asks the dashboard's server for one page of a feed, and tells the meter what the answer says. */
import {
  CHARGED_HEADER,
  type Charged,
  type FeedPage,
  HELD_HEADER,
  INTENT_HEADER,
  type Intent,
  PAGE_ROUTE,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
} from "@/lib/api/dashboard";
import { parseJson, readErrorAnswer, readListPage } from "@/lib/api/list-page";
import { FEEDS, type FeedName, LIMIT } from "@/lib/contract/feeds";
import { CREDITS_REMAINING_HEADER, CREDITS_USED_HEADER, REQUEST_ID_HEADER } from "@/lib/contract/headers";
import { pageSearch } from "@/lib/filters/codec";
import { updateMeter } from "./meter-store";

export interface FeedError {
  /** 0: no answer came at all. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  readonly charged: Charged;
  readonly retryAfterS?: number;
}

export class FeedFailure extends Error {
  constructor(readonly details: FeedError) {
    super(details.message);
  }
}

/** Null: the server does not hold the page, and the intent was not to buy it. Throws `FeedFailure`. */
export async function askPage(
  feed: FeedName,
  canonical: string,
  cursor: string | null,
  intent: Intent,
): Promise<FeedPage | null> {
  const response = await send(`${PAGE_ROUTE}${FEEDS[feed].path}?${pageSearch(FEEDS[feed], canonical, cursor)}`, intent);
  tellMeter(response, intent);
  if (response.status === 204) return null;
  const answer = parseJson(await readText(response, intent));
  const page = response.ok ? readListPage(feed, answer) : undefined;
  if (page === undefined) throw new FeedFailure(failureOf(response, answer, intent));
  return {
    records: page.records,
    hasMore: page.hasMore,
    nextCursor: page.nextCursor,
    ...(page.total === undefined ? {} : { total: page.total }),
    heldAt: response.headers.get(HELD_HEADER) ?? new Date().toISOString(),
    viewUsed: count(response, VIEW_USED_HEADER) ?? 0,
  };
}

/* No abort signal: a purchase under way is finished, whoever stops looking at it. */
async function send(address: string, intent: Intent): Promise<Response> {
  try {
    return await fetch(address, { headers: { [INTENT_HEADER]: intent }, cache: "no-store" });
  } catch {
    throw new FeedFailure(unreachable(intent));
  }
}

async function readText(response: Response, intent: Intent): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw new FeedFailure(unreachable(intent));
  }
}

function unreachable(intent: Intent): FeedError {
  if (!navigator.onLine)
    return { status: 0, code: "OFFLINE", message: "This browser is offline. Nothing was charged.", charged: "no" };
  const charged = intent === "held" ? "no" : "unknown";
  const cost =
    charged === "no" ? "Nothing was charged." : "It is not known whether this was charged; the balance will show.";
  return { status: 0, code: "NO_ANSWER", message: `The dashboard's server did not answer. ${cost}`, charged };
}

function failureOf(response: Response, answer: unknown, intent: Intent): FeedError {
  const told = readErrorAnswer(answer);
  const requestId = told?.requestId ?? response.headers.get(REQUEST_ID_HEADER);
  const retryAfterS = count(response, "Retry-After");
  const said = response.headers.get(CHARGED_HEADER);
  return {
    status: response.status,
    code: told?.code ?? "UNREADABLE",
    message: told?.message ?? "The answer could not be read.",
    charged: said === "no" || intent === "held" ? "no" : "unknown",
    ...(requestId ? { requestId } : {}),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  };
}

function tellMeter(response: Response, intent: Intent): void {
  const balance = count(response, CREDITS_REMAINING_HEADER);
  const sessionUsed = count(response, SESSION_USED_HEADER);
  const cost = count(response, CREDITS_USED_HEADER);
  updateMeter({
    ...(balance === undefined ? {} : { balance, probedAt: new Date().toISOString() }),
    ...(sessionUsed === undefined ? {} : { sessionUsed }),
    ...(intent === "held" || cost === undefined ? {} : { lastCost: cost, lastAsked: LIMIT.default }),
  });
}

function count(response: Response, header: string): number | undefined {
  const given = response.headers.get(header);
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}
