import { getDashboardContext } from "@/lib/server/dashboard-context";
import { everyMethod } from "@/lib/server/http/every-method";
import { withLimits } from "@/lib/server/http/limit-requests";
import { handleOAuthRequest } from "@/lib/server/proxy/oauth-route";

export const dynamic = "force-dynamic";

async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const context = getDashboardContext();
  return withLimits(context, request, () => handleOAuthRequest(context, `/oauth/${path.join("/")}`, request));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
