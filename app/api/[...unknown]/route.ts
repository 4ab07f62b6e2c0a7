import { failed, failure } from "@/lib/server/answers";
import { environment } from "@/lib/server/environment";
import { refusal } from "@/lib/server/own-requests";

export const dynamic = "force-dynamic";

/** Where no other route is: told in the envelope, and not by a page. */
function answer(request: Request): Response {
  const refused = refusal(request.headers, environment().dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
  const { pathname } = new URL(request.url);
  return failed(failure(404, "NOT_FOUND", `nothing is at ${pathname.slice(0, 100)}`));
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
