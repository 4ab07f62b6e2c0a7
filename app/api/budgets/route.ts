import { answerBudgets } from "@/lib/server/budgets-route";
import { dashboard } from "@/lib/server/dashboard";
import { limited } from "@/lib/server/limited";

export const dynamic = "force-dynamic";

/* Every method comes here to be judged; Next would answer HEAD by running GET. */
async function answer(request: Request): Promise<Response> {
  const board = dashboard();
  return limited(board, request, () => answerBudgets(board, request));
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
