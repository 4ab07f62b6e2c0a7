import { answerRequest } from "@/lib/server/api-route";
import { dashboard } from "@/lib/server/dashboard";
import { limited } from "@/lib/server/limited";

export const dynamic = "force-dynamic";

/* Every method comes here to be judged; Next would answer HEAD by running GET, which can buy. */
async function answer(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const board = dashboard();
  return limited(board, request, () => answerRequest(board, `/v1/${path.join("/")}`, request));
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
