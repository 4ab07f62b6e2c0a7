import { getDashboardContext } from "@/lib/server/dashboard-context";
import { everyMethod } from "@/lib/server/http/every-method";
import { withRequestLimits } from "@/lib/server/http/limit-requests";
import { handleApiRequest } from "@/lib/server/proxy/api-route";

export const dynamic = "force-dynamic";

async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const context = getDashboardContext();
  return withRequestLimits(context, request, () => handleApiRequest(context, `/v1/${path.join("/")}`, request));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
