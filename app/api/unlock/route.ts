import { getDashboardContext } from "@/lib/server/dashboard-context";
import { handleUnlockRequest } from "@/lib/server/foreign/unlock-route";
import { everyMethod } from "@/lib/server/http/every-method";
import { withRequestLimits } from "@/lib/server/http/limit-requests";

export const dynamic = "force-dynamic";

/* Every method is handled here. */
async function handle(request: Request): Promise<Response> {
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleUnlockRequest(context, request));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
