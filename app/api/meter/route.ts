import { getDashboardContext } from "@/lib/server/dashboard-context";
import { methodNotAllowed } from "@/lib/server/error-responses";
import { withRequestLimits } from "@/lib/server/limit-requests";
import { handleMeterRequest } from "@/lib/server/meter-route";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleMeterRequest(context, request));
}

function rejectMethod(request: Request): Response {
  return methodNotAllowed(request.method);
}

export {
  rejectMethod as DELETE,
  rejectMethod as HEAD,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as POST,
  rejectMethod as PUT,
};
