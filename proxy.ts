/** Tells every page its path, and gives its scripts a nonce of their own. */
import { type NextRequest, NextResponse } from "next/server";
import { PATH_HEADER, pagePolicy, pathOf } from "@/lib/server/page-request";

/** Set by next.config.mjs. */
declare const DEVELOPMENT: string | boolean;

const POLICY = "Content-Security-Policy";

export function proxy(request: NextRequest) {
  const value = pagePolicy(btoa(crypto.randomUUID()), String(DEVELOPMENT) === "true");
  // Next reads the nonce from the request's own policy and puts it on its scripts.
  const headers = new Headers(request.headers);
  headers.set(POLICY, value);
  headers.set(PATH_HEADER, pathOf(new URL(request.url)));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, value);
  return response;
}

export const config = { matcher: ["/((?!api/|_next/|flags/|icon\\.svg$).*)"] };
