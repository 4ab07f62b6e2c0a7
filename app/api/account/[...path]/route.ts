import { getDashboardContext } from "@/lib/server/dashboard-context";
import { everyMethod } from "@/lib/server/http/every-method";
import { withRequestLimits } from "@/lib/server/http/limit-requests";
import { handleAccountRequest } from "@/lib/server/proxy/account-route";

export const dynamic = "force-dynamic";

async function handle(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const context = getDashboardContext();
  return withRequestLimits(context, request, () =>
    handleAccountRequest(context, `/account/${path.join("/")}`, request),
  );
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
