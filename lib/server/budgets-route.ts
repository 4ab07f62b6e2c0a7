/**
 * Reads and sets budgets for the dashboard's own pages; both are free. With our own service only the session budget is
 * stored here: those of days and months belong to the workspace and are stored there.
 */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { isObject } from "@dealflow/client/tolerant-reader";
import { BUDGET_PERIODS, type BudgetLimits, MAX_BUDGET, NO_LIMITS, readLimit } from "@/lib/api/budgets";
import { MAX_BODY_BYTES } from "@/lib/contract/errors";
import { authorizeRequest, staleWorkspace } from "./authorize";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, failure, invalidInput, methodNotAllowed } from "./error-responses";
import { readBody } from "./request-body";
import { Sessions } from "./sessions";
import { verifiedUpstream } from "./upstream";

export async function handleBudgetsRequest(context: DashboardContext, request: Request): Promise<Response> {
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  if (request.method !== "GET" && request.method !== "PUT") return methodNotAllowed(request.method, ["GET", "PUT"]);
  const source = await verifiedUpstream(context, caller);
  if ("failure" in source) return errorResponse(source.failure);
  const stale = staleWorkspace(request.headers, source);
  if (stale !== undefined) return errorResponse(stale);
  const { account, own } = source;
  if (request.method === "PUT") {
    const body = await readBody(request);
    if (body === undefined)
      return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes`));
    const limits = readLimits(parseJson(body));
    if (limits === undefined || (own && (limits.day !== null || limits.month !== null)))
      return errorResponse(invalidInput([{ parameter: "budgets", message: own ? OWN_LIMITS : ALL_LIMITS }]));
    await context.budgets.set(account, limits);
  }
  const session = Sessions.of(source);
  const used = context.sessions.used(session).session;
  return Response.json(context.budgets.stateOf(account, used));
}

const A_LIMIT = `a whole number of credits from 1 to ${MAX_BUDGET}, or null for none`;
const ALL_LIMITS = `${BUDGET_PERIODS.join(", ")} must each be ${A_LIMIT}`;
const OWN_LIMITS = `session must be ${A_LIMIT}; day and month are budgets of the workspace, and null here`;

/** Undefined when one is missing or not a valid budget. */
function readLimits(json: unknown): BudgetLimits | undefined {
  const limits: Record<string, number | null> = { ...NO_LIMITS };
  for (const period of BUDGET_PERIODS) {
    const limit = isObject(json) ? readLimit(json[period]) : undefined;
    if (limit === undefined) return undefined;
    limits[period] = limit;
  }
  const { session = null, day = null, month = null } = limits;
  return { session, day, month };
}
