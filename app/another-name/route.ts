import { environment } from "@/lib/server/environment";
import { ownAddress, PATH_HEADER } from "@/lib/server/page-request";

export const dynamic = "force-dynamic";

/** Leads on to the dashboard's own name. Only proxy.ts leads here, because of its own redirect Next makes one to itself. */
export function GET(request: Request): Response {
  const { dashboardUrl } = environment();
  const page = new URL(request.headers.get(PATH_HEADER) ?? "/", dashboardUrl);
  const elsewhere = ownAddress(request.method, request.headers.get("host") ?? "", page, dashboardUrl);
  if (elsewhere === undefined) return new Response("Not found\n", { status: 404 });
  return new Response(null, { status: 308, headers: { Location: elsewhere } });
}
