import { getDashboardContext } from "@/lib/server/dashboard-context";
import { everyMethod } from "@/lib/server/every-method";
import { handleBudgetsRequest } from "@/lib/server/foreign/budgets-route";
import { withRequestLimits } from "@/lib/server/limit-requests";

export const dynamic = "force-dynamic";

async function handle(request: Request): Promise<Response> {
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleBudgetsRequest(context, request));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
