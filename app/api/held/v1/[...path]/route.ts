import { dashboard } from "@/lib/server/dashboard";
import { answerHeld } from "@/lib/server/held-route";
import { limited } from "@/lib/server/limited";

export const dynamic = "force-dynamic";

async function answer(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const { path } = await params;
  const board = dashboard();
  return limited(board, request, () => answerHeld(board, `/v1/${path.join("/")}`, request));
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
