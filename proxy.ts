/** Rejects page requests above the limit before anything is rendered. */
import type { NextRequest } from "next/server";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { limitPageRequest } from "@/lib/server/limit-requests";

export function proxy(request: NextRequest): Promise<Response | undefined> {
  return limitPageRequest(getDashboardContext(), request.headers);
}

/** Excludes routes, which apply their own limits, and files, which cost nothing. */
export const config = {
  matcher: ["/((?!api/|oauth/|\\.well-known/|_next/|flags/|icon\\.svg$|robots\\.txt$|healthz$|readyz$).*)"],
};
