import { documentResponse } from "@/lib/server/http/documents";
import { environment } from "@/lib/server/environment";

export const dynamic = "force-dynamic";

export function GET(request: Request): Response {
  return documentResponse(request, "agents", environment());
}
