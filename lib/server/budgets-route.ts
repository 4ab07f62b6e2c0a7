/**
 * Reads and sets budgets for the dashboard's own pages; both are free. With our own service only the session budget is
 * stored here: those of days and months belong to the workspace and are stored there.
 */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { BUDGET_PERIODS, budgetLimits, LIMIT_MESSAGE } from "@/lib/api/budgets";
import { requestAccount } from "./account";
import { authorizeRequest, staleWorkspace } from "./authorize";
import type { Caller } from "./caller";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, type Failure, failure, invalidInput, methodNotAllowed } from "./error-responses";
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
      return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${MAX_BODY_BYTES} bytes`));
    const limits = budgetLimits.safeParse(parseJson(body)).data;
    if (limits === undefined || (own && (limits.day !== null || limits.month !== null)))
      return errorResponse(invalidInput([{ parameter: "budgets", message: own ? OWN_LIMITS : ALL_LIMITS }]));
    const rejected = own ? await requireOwner(context, caller) : undefined;
    if (rejected !== undefined) return errorResponse(rejected);
    await context.budgets.set(account, limits);
  }
  const session = Sessions.of(source);
  const used = context.sessions.used(session).session;
  return Response.json(context.budgets.stateOf(account, used));
}

/** Undefined for an owner of the workspace, whose purchases all of its members' sessions are. */
async function requireOwner(context: DashboardContext, caller: Caller): Promise<Failure | undefined> {
  const identity = await requestAccount(context, caller, ACCOUNT.me);
  if ("failure" in identity) return identity.failure;
  if (identity.value.workspace.role === "owner") return undefined;
  return failure(403, "FORBIDDEN", "Only owners of this workspace can set its session budget.");
}

const ALL_LIMITS = `${BUDGET_PERIODS.join(", ")} must each be ${LIMIT_MESSAGE}`;
const OWN_LIMITS = `session must be ${LIMIT_MESSAGE}; day and month are workspace budgets and must be null here`;
