/** Reads and sets the budgets of a dashboard for another host; our own service stores its own. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { BUDGET_PERIODS, budgetLimits, LIMIT_MESSAGE } from "@/lib/api/budgets";
import { authorizeRequest, staleWorkspace } from "../authorize";
import type { DashboardContext } from "../dashboard-context";
import { errorResponse, failure, invalidInput, methodNotAllowed } from "../error-responses";
import { readBody } from "../request-body";

export async function handleBudgetsRequest(context: DashboardContext, request: Request): Promise<Response> {
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  if (request.method !== "GET" && request.method !== "PUT") return methodNotAllowed(request.method, ["GET", "PUT"]);
  const { foreign } = context;
  if (foreign === undefined)
    return errorResponse(failure(404, "NOT_FOUND", "Our own service has these budgets: /account/v1/budgets."));
  const stale = staleWorkspace(request.headers, foreign);
  if (stale !== undefined) return errorResponse(stale);
  if (request.method === "PUT") {
    const body = await readBody(request);
    if (body === undefined)
      return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${MAX_BODY_BYTES} bytes`));
    const limits = budgetLimits.safeParse(parseJson(body)).data;
    if (limits === undefined) return errorResponse(invalidInput([{ parameter: "budgets", message: ALL_LIMITS }]));
    await foreign.budgets.set(foreign.account, limits);
  }
  const used = foreign.sessions.used(caller.session).session;
  return Response.json(foreign.budgets.stateOf(foreign.account, used));
}

const ALL_LIMITS = `${BUDGET_PERIODS.join(", ")} must each be ${LIMIT_MESSAGE}`;
