import { environment } from "@/lib/server/environment";
import { errorResponse, failure } from "@/lib/server/error-responses";
import { everyMethod } from "@/lib/server/every-method";
import { originError } from "@/lib/server/request-origin";

export const dynamic = "force-dynamic";

/** Any path without a route: an error envelope instead of a page. */
function handle(request: Request): Response {
  const rejection = originError(request.headers, environment().dashboardUrl);
  if (rejection !== undefined) return errorResponse(failure(403, "FORBIDDEN", rejection));
  const { pathname } = new URL(request.url);
  return errorResponse(failure(404, "NOT_FOUND", `no endpoint at ${pathname.slice(0, 100)}`));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
