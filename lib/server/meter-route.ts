/** The meter for the dashboard's own pages. Asking for it is free. */
import "server-only";
import type { MeterState } from "@/lib/api/dashboard";
import { admitted, outdated } from "./admitted";
import { failed } from "./answers";
import type { Dashboard } from "./dashboard";
import { Sessions } from "./sessions";
import { permitted, type Upstream } from "./upstream";

/** How long the question may wait for the host, in ms. */
const WAIT_MS = 5_000;

export async function answerMeter(board: Dashboard, request: Request): Promise<Response> {
  const asker = admitted(board, request.headers);
  if ("failure" in asker) return failed(asker.failure);
  const source = await permitted(board, asker);
  if ("failure" in source) return failed(source.failure);
  const late = outdated(request.headers, source);
  if (late !== undefined) return failed(late);
  return Response.json(await meterState(board, source, WAIT_MS));
}

/**
 * What is known of the account and the session; of a foreign host after waiting `waitMs` at most for the balance. Our own
 * service tells it whenever it is asked whether somebody is signed in.
 */
export async function meterState(board: Dashboard, source: Upstream, waitMs: number): Promise<MeterState> {
  const { account, own } = source;
  const { balance } = board.accounts.of(account);
  if (!own) await balance.refresh(source, waitMs);
  const session = Sessions.of(source);
  return {
    ...balance.known,
    ...board.sessions.last(session),
    sessionUsed: board.sessions.used(session).session,
    sessionBudget: board.budgets.limitsOf(account).session,
  };
}
