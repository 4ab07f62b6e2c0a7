/** The meter for the dashboard's own pages. Free. */
import "server-only";
import { type MeterState, UNKNOWN_METER } from "@/lib/api/dashboard";
import { authorizeRequest, staleWorkspace } from "./authorize";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse } from "./error-responses";
import { type Upstream, verifiedUpstream } from "./upstream";

/** How long the request may wait for the host, in ms. */
const WAIT_MS = 5_000;

export async function handleMeterRequest(context: DashboardContext, request: Request): Promise<Response> {
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  const source = await verifiedUpstream(context, caller);
  if ("failure" in source) return errorResponse(source.failure);
  const stale = staleWorkspace(request.headers, source);
  if (stale !== undefined) return errorResponse(stale);
  return Response.json(await meterState(context, source, WAIT_MS));
}

/**
 * State of the account and session; for a foreign host after waiting at most `waitMs` for the balance. Our own service
 * reports it with every session check.
 */
export async function meterState(context: DashboardContext, source: Upstream, waitMs: number): Promise<MeterState> {
  const { caller, workspace } = source;
  if (workspace !== undefined) {
    const { balance, sequence, highest, sessionUsed, sessionBudget } = workspace;
    return { ...UNKNOWN_METER, balance, sequence, highest, sessionUsed, sessionBudget };
  }
  if (context.foreign === undefined) return UNKNOWN_METER;
  const { account, balance, budgets, sessions } = context.foreign;
  await balance.refresh(context.foreign, waitMs);
  return {
    ...balance.state,
    ...sessions.last(caller.session),
    sessionUsed: sessions.used(caller.session).session,
    sessionBudget: budgets.limitsOf(account).session,
  };
}
