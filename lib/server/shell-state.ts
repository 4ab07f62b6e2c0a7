/** Data for the app shell of every page. */
import "server-only";
import type { SavedSummary } from "@dealflow/contract/account/saved";
import { cache } from "react";
import type { HostState, MeterState } from "@/lib/api/dashboard";
import type { Caller } from "./caller";
import { getDashboardContext } from "./dashboard-context";
import { currentIdentity, pageUpstream } from "./identity";
import { meterState } from "./meter-route";
import { savedSummary } from "./saved";
import { type ServiceHealth, serviceHealth } from "./service-health";
import { type Upstream, verifiedUpstream } from "./upstream";
import { withTimeout } from "./with-timeout";

export interface ShellState extends ServiceHealth {
  readonly meter: MeterState;
  readonly host: HostState;
  /** Null: not available in time. */
  readonly saved: SavedSummary | null;
}

/** How long a page may wait for the balance of another host, in ms; after that the browser requests it again. */
const WAIT_MS = 250;
/** The same for our own service, in ms, of which a page needs more: a list of saved views that is late moves what is below it. */
const OWN_WAIT_MS = 1_000;

export async function shellState(): Promise<ShellState> {
  const { settings, unlock } = getDashboardContext();
  const source = await pageUpstream();
  const [meter, health, identity, saved] = await Promise.all([
    loadMeter(source),
    serviceHealth(settings),
    currentIdentity(),
    savedSummary(OWN_WAIT_MS),
  ]);
  const { account, own } = source;
  return {
    meter,
    host: { account, own, apiUrl: settings.apiUrl, identity, lockable: unlock !== undefined },
    saved,
    ...health,
  };
}

/** Returns the host as a visitor sees it. */
export function visitorHost(): HostState {
  const { apiUrl } = getDashboardContext().settings;
  return { account: null, own: true, apiUrl, identity: null, lockable: false };
}

/** Runs once per page. */
const refreshBalance = cache((caller: Caller) => verifiedUpstream(getDashboardContext(), caller));

/** Our own service returns the balance with its session check. */
async function loadMeter(source: Upstream): Promise<MeterState> {
  const context = getDashboardContext();
  const verified = source.own ? await withTimeout(refreshBalance(source.caller), OWN_WAIT_MS) : undefined;
  return meterState(context, verified === undefined || "failure" in verified ? source : verified, WAIT_MS);
}
