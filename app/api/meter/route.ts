import { wrongMethod } from "@/lib/server/answers";
import { dashboard } from "@/lib/server/dashboard";
import { limited } from "@/lib/server/limited";
import { answerMeter } from "@/lib/server/meter-route";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const board = dashboard();
  return limited(board, request, () => answerMeter(board, request));
}

function refuse(request: Request): Response {
  return wrongMethod(request.method);
}

export { refuse as DELETE, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
