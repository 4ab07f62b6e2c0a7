import { environment } from "@/lib/server/environment";
import { documentResponse } from "@/lib/server/http/documents";

export const dynamic = "force-dynamic";

export function GET(request: Request): Response {
  return documentResponse(request, "llms", environment());
}
