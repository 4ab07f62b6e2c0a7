/**
 * The budgets for the dashboard's own pages: what they are and what is used of them, and setting them. Both are free. Of
 * our own service that is the budget of a session alone: those of days and months are the workspace's, and held there.
 */
import "server-only";
import { BUDGET_PERIODS, type BudgetLimits, MOST_BUDGET, NO_LIMITS, readLimit } from "@/lib/api/budgets";
import { parseJson } from "@/lib/api/list-page";
import { isObject } from "@/lib/api/shape";
import { MAX_BODY_BYTES } from "@/lib/contract/errors";
import { admitted, outdated } from "./admitted";
import { failed, failure, invalid, wrongMethod } from "./answers";
import type { Dashboard } from "./dashboard";
import { textOf } from "./request-text";
import { Sessions } from "./sessions";
import { permitted } from "./upstream";

export async function answerBudgets(board: Dashboard, request: Request): Promise<Response> {
  const asker = admitted(board, request.headers);
  if ("failure" in asker) return failed(asker.failure);
  if (request.method !== "GET" && request.method !== "PUT") return wrongMethod(request.method, ["GET", "PUT"]);
  const source = await permitted(board, asker);
  if ("failure" in source) return failed(source.failure);
  const late = outdated(request.headers, source);
  if (late !== undefined) return failed(late);
  const { account, own } = source;
  if (request.method === "PUT") {
    const body = await textOf(request);
    if (body === undefined)
      return failed(failure(413, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes`));
    const limits = readLimits(parseJson(body));
    if (limits === undefined || (own && (limits.day !== null || limits.month !== null)))
      return failed(invalid([{ parameter: "budgets", message: own ? OWN_LIMITS : ALL_LIMITS }]));
    await board.budgets.set(account, limits);
  }
  const session = Sessions.of(source);
  const used = board.sessions.used(session).session;
  return Response.json(board.budgets.stateOf(account, used));
}

const A_LIMIT = `a whole number of credits from 1 to ${MOST_BUDGET}, or null for none`;
const ALL_LIMITS = `${BUDGET_PERIODS.join(", ")} must each be ${A_LIMIT}`;
const OWN_LIMITS = `session must be ${A_LIMIT}; day and month are budgets of the workspace, and null here`;

/** Undefined when one of them is missing or no budget. */
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
