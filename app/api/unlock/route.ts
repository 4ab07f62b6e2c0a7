import { getDashboardContext } from "@/lib/server/dashboard-context";
import { everyMethod } from "@/lib/server/every-method";
import { withRequestLimits } from "@/lib/server/limit-requests";
import { handleUnlockRequest } from "@/lib/server/unlock-route";

export const dynamic = "force-dynamic";

/* Every method is handled here. */
async function handle(request: Request): Promise<Response> {
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleUnlockRequest(context, request));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
