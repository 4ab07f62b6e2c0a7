/** The meter for the dashboard's own pages. Asking for it is free. */
import "server-only";
import type { MeterState } from "@/lib/api/dashboard";
import { failed, failure, PRIVATE } from "./answers";
import type { Dashboard } from "./dashboard";
import { refusal } from "./own-requests";
import { sessionIn } from "./sessions";
import { NoKey, upstream } from "./upstream";

/** How long the question may wait for the host, in ms. */
const WAIT_MS = 5_000;

export async function answerMeter(board: Dashboard, request: Request): Promise<Response> {
  const refused = refusal(request.headers, board.settings.dashboardUrl);
  if (refused !== undefined) return failed(failure(403, "FORBIDDEN", refused));
  const state = await meterState(board, sessionIn(request.headers.get("cookie")), WAIT_MS);
  return Response.json(state, { headers: PRIVATE });
}

/** What is known of the account and the session, after waiting `waitMs` at most for the balance. */
export async function meterState(board: Dashboard, session: string | undefined, waitMs: number): Promise<MeterState> {
  let sessionBudget: number | null = null;
  try {
    const source = await upstream(board.settings);
    sessionBudget = board.budgets.limitsOf(source.account).session;
    await board.balance.refresh(source, waitMs);
  } catch (error) {
    if (!(error instanceof NoKey)) throw error;
  }
  const sessionUsed = board.sessions.used(session).session;
  return { ...board.balance.known, ...board.sessions.last(session), sessionUsed, sessionBudget };
}
