import { wrongMethod } from "@/lib/server/answers";
import { dashboard } from "@/lib/server/dashboard";
import { answerPage } from "@/lib/server/feed-route";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  return answerPage(dashboard(), `/v1/${path.join("/")}`, request);
}

function refuse(request: Request): Response {
  return wrongMethod(request.method);
}

/* Next would answer HEAD by running GET, which can buy. */
export { refuse as DELETE, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
