import { environment } from "@/lib/server/environment";
import { readinessResponse } from "@/lib/server/http/health";

export const dynamic = "force-dynamic";

export function GET(): Promise<Response> {
  return readinessResponse(environment());
}
