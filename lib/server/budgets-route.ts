/** The budgets for the dashboard's own pages: what they are and what is used of them, and setting them. Both are free. */
import "server-only";
import { BUDGET_PERIODS, type BudgetLimits, MOST_BUDGET, NO_LIMITS, readLimit } from "@/lib/api/budgets";
import { parseJson } from "@/lib/api/list-page";
import { isObject } from "@/lib/api/shape";
import { MAX_BODY_BYTES } from "@/lib/contract/errors";
import { failed, failure, invalid, PRIVATE, wrongMethod } from "./answers";
import type { Dashboard } from "./dashboard";
import { refusal } from "./own-requests";
import { textOf } from "./request-text";
import { sessionIn } from "./sessions";
import { NoKey, upstream } from "./upstream";

export async function answerBudgets(board: Dashboard, request: Request): Promise<Response> {
  const refused = refusal(request.headers, board.settings.dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
  if (request.method !== "GET" && request.method !== "PUT") return wrongMethod(request.method, ["GET", "PUT"]);
  try {
    const { account } = await upstream(board.settings);
    if (request.method === "PUT") {
      const body = await textOf(request);
      if (body === undefined)
        return failed(failure(413, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes`));
      const limits = readLimits(parseJson(body));
      if (limits === undefined)
        return failed(
          invalid([
            {
              parameter: "budgets",
              message: `${BUDGET_PERIODS.join(", ")} must each be a whole number of credits from 1 to ${MOST_BUDGET}, or null for none`,
            },
          ]),
        );
      await board.budgets.set(account, limits);
    }
    const { session } = board.sessions.used(sessionIn(request.headers.get("cookie")));
    return Response.json(board.budgets.stateOf(account, session), { headers: PRIVATE });
  } catch (error) {
    if (error instanceof NoKey) return failed(failure(503, "SERVICE_UNAVAILABLE", error.message));
    throw error;
  }
}

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
