/** Refuses a page to whoever asks for too many, before anything of it is rendered. */
import type { NextRequest } from "next/server";
import { getDashboardContext } from "@/lib/server/dashboard-context";
import { limitPageRequest } from "@/lib/server/limit-requests";

export function proxy(request: NextRequest): Promise<Response | undefined> {
  return limitPageRequest(getDashboardContext(), request.headers);
}

/** Not for routes, which count their own requests, nor for files, which cost nothing. */
export const config = { matcher: ["/((?!api/|_next/|flags/|icon\\.svg$|healthz$|readyz$).*)"] };
