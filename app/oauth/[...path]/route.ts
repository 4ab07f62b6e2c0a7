import { getDashboardContext } from "@/lib/server/dashboard-context";
import { withLimits } from "@/lib/server/limit-requests";
import { handleOAuthRequest } from "@/lib/server/oauth-route";

export const dynamic = "force-dynamic";

/* Every method is handled here; by default Next would run GET for HEAD. */
async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const context = getDashboardContext();
  return withLimits(context, request, () => handleOAuthRequest(context, `/oauth/${path.join("/")}`, request));
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
