import { dashboard } from "@/lib/server/dashboard";
import { limited } from "@/lib/server/limited";
import { answerUnlock } from "@/lib/server/unlock-route";

export const dynamic = "force-dynamic";

/* Every method comes here to be judged. */
async function answer(request: Request): Promise<Response> {
  const board = dashboard();
  return limited(board, request, () => answerUnlock(board, request));
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
