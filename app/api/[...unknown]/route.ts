import { environment } from "@/lib/server/environment";
import { errorResponse, failure, methodNotAllowed } from "@/lib/server/http/error-responses";
import { everyMethod } from "@/lib/server/http/every-method";
import { readRefusal } from "@/lib/server/http/request-hooks";
import { originError } from "@/lib/server/http/request-origin";

export const dynamic = "force-dynamic";

/** Any path without a route, and requests that no route gets: an error envelope instead of a page. */
function handle(request: Request): Response {
  const refusal = readRefusal(request.headers);
  if (refusal === "trace") return methodNotAllowed("TRACE", ["GET", "POST"]);
  if (refusal === "address")
    return errorResponse(failure(400, "INVALID_INPUT", "the request line must have a path, not a whole address"));
  const rejection = originError(request.headers, environment().dashboardUrl);
  if (rejection !== undefined) return errorResponse(failure(403, "FORBIDDEN", rejection));
  const { pathname } = new URL(request.url);
  return errorResponse(failure(404, "NOT_FOUND", `no endpoint at ${pathname.slice(0, 100)}`));
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(handle);
