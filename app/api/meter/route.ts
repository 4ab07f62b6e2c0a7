import { wrongMethod } from "@/lib/server/answers";
import { dashboard } from "@/lib/server/dashboard";
import { answerMeter } from "@/lib/server/meter-route";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return answerMeter(dashboard(), request);
}

function refuse(request: Request): Response {
  return wrongMethod(request.method);
}

export { refuse as DELETE, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
