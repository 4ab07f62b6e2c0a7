import { getDashboardContext } from "@/lib/server/dashboard-context";
import { withRequestLimits } from "@/lib/server/limit-requests";
import { handleUnlockRequest } from "@/lib/server/unlock-route";

export const dynamic = "force-dynamic";

/* Every method is handled here. */
async function handle(request: Request): Promise<Response> {
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleUnlockRequest(context, request));
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
