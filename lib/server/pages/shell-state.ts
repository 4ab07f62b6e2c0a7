import "server-only";
import { type HostState, type MeterState, toMeter, UNKNOWN_METER } from "@/lib/api/dashboard";
import { getDashboardContext } from "../dashboard-context";
import { readForeignWorkspace } from "../foreign/private-api";
import { servesDemoData } from "../http/health";
import { verifyWorkspace } from "../proxy/upstream";
import { currentCaller, currentIdentity, pageUpstream } from "./identity";
import { savedSummary } from "./saved";
import { withTimeout } from "./with-timeout";

/** A page waits this many ms for the balance of another host; after that the browser requests it again. */
const WAIT_MS = 250;
/**
 * Our own service gets this many ms, because a page needs more of it: a list of saved views that is late moves what is
 * below it.
 */
const OWN_WAIT_MS = 1_000;

export async function shellState() {
  const { settings, unlock } = getDashboardContext();
  const { account, own } = await pageUpstream();
  const [meter, demo, identity, saved] = await Promise.all([
    loadMeter(),
    servesDemoData(settings),
    currentIdentity(),
    savedSummary(OWN_WAIT_MS),
  ]);
  const host: HostState = { account, own, apiUrl: settings.apiUrl, demo, identity, lockable: unlock !== undefined };
  return { meter, host, saved };
}

export function visitorHost(): HostState {
  const { apiUrl } = getDashboardContext().settings;
  return { account: null, own: true, apiUrl, demo: false, identity: null, lockable: false };
}

/** The balance is unknown where it is late; the browser then requests it. */
async function loadMeter(): Promise<MeterState> {
  const [context, caller] = [getDashboardContext(), await currentCaller()];
  const { foreign } = context;
  const workspace = await (foreign === undefined
    ? withTimeout(verifyWorkspace(context, caller), OWN_WAIT_MS)
    : readForeignWorkspace(foreign, caller, WAIT_MS));
  return workspace === undefined || "failure" in workspace ? UNKNOWN_METER : toMeter(workspace);
}
