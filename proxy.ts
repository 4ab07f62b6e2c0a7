/** Leads every page to the dashboard's one address, tells it its path, and gives its scripts a nonce of their own. */
import { type NextRequest, NextResponse } from "next/server";
import { environment } from "@/lib/server/environment";
import { ownAddress, PATH_HEADER, pagePolicy, pathOf } from "@/lib/server/page-request";

/** Set by next.config.mjs. */
declare const DEVELOPMENT: string | boolean;

const POLICY = "Content-Security-Policy";
/** The route that answers for every page under a name that is not the dashboard's own. */
const ANOTHER_NAME = "/another-name";
/** Documents for machines, which read them by whatever name they know. */
const DOCUMENTS = new Set(["/openapi.json", "/llms.txt", "/agents.md"]);

export function proxy(request: NextRequest) {
  const { dashboardUrl } = environment();
  const page = new URL(request.url);
  const host = request.headers.get("host") ?? "";
  const elsewhere = DOCUMENTS.has(page.pathname) ? undefined : ownAddress(request.method, host, page, dashboardUrl);
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, pathOf(page));
  // A redirect from here to another name of this machine would lose that name, and lead to itself for ever.
  if (elsewhere !== undefined) return NextResponse.rewrite(new URL(ANOTHER_NAME, page), { request: { headers } });
  const value = pagePolicy(btoa(crypto.randomUUID()), String(DEVELOPMENT) === "true");
  // Next reads the nonce from the request's own policy and puts it on its scripts.
  headers.set(POLICY, value);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, value);
  return response;
}

export const config = { matcher: ["/((?!api/|_next/|flags/|icon.svg).*)"] };
