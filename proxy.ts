/** Rejects page requests at a foreign host, or above the limit, before anything is rendered. */
import type { NextRequest } from "next/server";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { limitPageRequest } from "@/lib/server/http/limit-requests";
import { plainPage } from "@/lib/server/http/plain-page";
import { pageHostError } from "@/lib/server/http/request-origin";

/** Documents for programs, which a proxy may serve at the address of the site. */
const DOCUMENTS: readonly string[] = ["/openapi.json", "/agents.md", "/llms.txt"];

export async function proxy(request: NextRequest): Promise<Response | undefined> {
  const context = getDashboardContext();
  const foreign = DOCUMENTS.includes(request.nextUrl.pathname)
    ? undefined
    : pageHostError(request.headers, context.settings.dashboardUrl);
  if (foreign !== undefined) return plainPage({ status: 421, title: "Wrong address", text: foreign });
  return limitPageRequest(context, request.headers);
}

/** Excludes routes, which apply their own limits, and files, which cost nothing. Any other path is a page, if only that it is not there. */
export const config = {
  matcher: [
    "/((?!api/|oauth/|\\.well-known/mcp/server-card\\.json$|\\.well-known/oauth-authorization-server$|\\.well-known/oauth-authorization-server/|_next/|flags/|icon\\.svg$|robots\\.txt$|healthz$|readyz$).*)",
  ],
};
