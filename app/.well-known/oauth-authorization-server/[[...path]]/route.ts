import { MCP_PATH, OAUTH_PATHS } from "@dealflow/contract/oauth";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { everyMethod } from "@/lib/server/http/every-method";
import { withLimits } from "@/lib/server/http/limit-requests";
import { handleOAuthRequest } from "@/lib/server/proxy/oauth-route";

export const dynamic = "force-dynamic";

/* Clients that know the endpoint alone also request it with its path at the end. */
async function handle(request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  const { path = [] } = await params;
  const context = getDashboardContext();
  const at = `/${path.join("/")}`;
  const document = at === "/" || at === MCP_PATH ? OAUTH_PATHS.metadata : `${OAUTH_PATHS.metadata}${at}`;
  return withLimits(context, request, () => handleOAuthRequest(context, document, request));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
