import { environment } from "@/lib/server/environment";
import { readyAnswer } from "@/lib/server/health";

export const dynamic = "force-dynamic";

export function GET(): Promise<Response> {
  return readyAnswer(environment());
}
