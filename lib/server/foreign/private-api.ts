/**
 * Answers the private API for another host, which has none: rows and timelines are those that were bought there, purchases
 * are requests to its public API, and balance, session and budgets are what this dashboard counted.
 */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY } from "@dealflow/contract/account/explore";
import { RECORD_ID } from "@dealflow/contract/account/free-explore";
import type { AccountBudgets } from "@dealflow/contract/account/spending/budgets";
import type { AccountWorkspace } from "@dealflow/contract/account/spending/credits";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import { BATCH } from "@dealflow/contract/timeline";
import { BUDGET_PERIODS } from "@/lib/api/budgets";
import { INTENT_HEADER } from "@/lib/api/dashboard";
import { errorResponse, failure, invalidInput } from "../http/error-responses";
import { parseApiRequest, parseRecordsRequest } from "../proxy/api-request";
import type { Caller } from "../proxy/caller";
import { getCachedParts } from "./cached-timelines";
import { exploreForeign } from "./explore";
import type { ForeignHost } from "./foreign-host";
import { respondToRequest } from "./respond";

/** A request of the meter waits this many ms for the host to report the balance. */
const WAIT_MS = 5_000;

interface PrivateRequest {
  readonly endpoint: AccountEndpoint;
  /** Its last segment is the feed's name where the endpoint has an `:id`. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly body: string;
  readonly headers: Headers;
}

export async function respondForeign(
  foreign: ForeignHost,
  caller: Caller,
  { endpoint, path, search, body, headers }: PrivateRequest,
): Promise<Response> {
  const feed = FEED_NAMES.find((name) => path === endpoint.path.replace(":id", name));
  const buy = (request: ReturnType<typeof parseApiRequest>) => {
    if ("issues" in request) return errorResponse(invalidInput(request.issues));
    const intent = headers.get(INTENT_HEADER) === "refresh" ? "refresh" : "buy";
    return respondToRequest(foreign, caller, request, intent, headers);
  };
  switch (endpoint) {
    case ACCOUNT.workspace:
      return Response.json(await readForeignWorkspace(foreign, caller, WAIT_MS));
    case ACCOUNT.budgets:
      return Response.json(readForeignBudgets(foreign, caller));
    case ACCOUNT.setBudget:
      return setBudget(foreign, caller, body);
    case ACCOUNT.ownedTimelines: {
      const ids = search.getAll(RECORD_ID).slice(0, BATCH.max);
      return Response.json({ timelines: ids.map((id) => getCachedParts(foreign, id.toLowerCase())) });
    }
    case ACCOUNT.explore:
    case ACCOUNT.purchasedFile:
      if (feed !== undefined) return exploreForeign(foreign, caller, feed, search, endpoint === ACCOUNT.purchasedFile);
      break;
    case BUY.records:
      if (feed !== undefined) return buy(parseRecordsRequest(feed, search, body));
      break;
    case BUY.timeline:
      return buy(parseApiRequest(ENDPOINTS.timeline, search, body));
    case BUY.timelines:
      return buy(parseApiRequest(ENDPOINTS.timelines, search, body));
  }
  const message = "This dashboard uses another host's API, so it has no account pages.";
  return errorResponse(failure(404, "NOT_FOUND", message));
}

/** Returns the account of the key, after waiting at most `waitMs` for its balance. */
export async function readForeignWorkspace(
  foreign: ForeignHost,
  { session }: Caller,
  waitMs: number,
): Promise<AccountWorkspace> {
  const { account, balance, budgets, sessions } = foreign;
  await balance.refresh(foreign, waitMs);
  const limits = budgets.readLimits(account);
  const used = { ...budgets.spent(account), session: sessions.used(session).session };
  const rest = BUDGET_PERIODS.flatMap((period) => (limits[period] === null ? [] : limits[period] - used[period]));
  return {
    ...balance.state,
    id: account,
    name: "",
    sessionUsed: used.session,
    sessionBudget: limits.session,
    sessionMost: rest.length === 0 ? null : used.session + Math.min(...rest),
  };
}

export function readForeignBudgets({ account, budgets, sessions }: ForeignHost, { session }: Caller): AccountBudgets {
  const { session: limit, ...limits } = budgets.readLimits(account);
  return {
    workspace: { limits, used: budgets.spent(account) },
    session: { limit, used: sessions.used(session).session },
    members: [],
  };
}

async function setBudget(foreign: ForeignHost, caller: Caller, body: string): Promise<Response> {
  const parsed = ACCOUNT.setBudget.request.safeParse(parseJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const parameter = issue?.path.join(".") || "body";
    return errorResponse(invalidInput([{ parameter, message: `${parameter} ${issue?.message ?? "is invalid"}` }]));
  }
  const { session = null, day, month } = parsed.data;
  await foreign.budgets.set(foreign.account, { session, day, month });
  return Response.json(readForeignBudgets(foreign, caller));
}
