import { handleApiRequest } from "@/lib/server/api-route";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { withRequestLimits } from "@/lib/server/limit-requests";

export const dynamic = "force-dynamic";

/* Every method is handled here; by default Next would run GET for HEAD, which can buy. */
async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleApiRequest(context, `/v1/${path.join("/")}`, request));
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
