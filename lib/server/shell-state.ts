/** What the frame of every page shows. */
import "server-only";
import { cookies } from "next/headers";
import type { HostState, MeterState } from "@/lib/api/dashboard";
import type { SavedSummary } from "@/lib/contract/saved";
import { dashboard } from "./dashboard";
import { currentIdentity } from "./identity";
import { meterState } from "./meter-route";
import { savedSummary } from "./saved";
import { type ServiceHealth, serviceHealth } from "./service-health";
import { SESSION_COOKIE } from "./sessions";
import { NoKey, upstream } from "./upstream";

export interface ShellState extends ServiceHealth {
  readonly meter: MeterState;
  readonly host: HostState;
  /** Null: not to be had in time. */
  readonly saved: SavedSummary | null;
}

/** How long a page may wait for the balance, in ms; the browser asks again when it was not enough. */
const WAIT_MS = 250;

export async function shellState(): Promise<ShellState> {
  const board = dashboard();
  const jar = await cookies();
  const [meter, health, host, saved] = await Promise.all([
    meterState(board, jar.get(SESSION_COOKIE)?.value, WAIT_MS),
    serviceHealth(board.settings),
    hostState(),
    savedSummary(WAIT_MS),
  ]);
  return { meter, host, saved, ...health };
}

async function hostState(): Promise<HostState> {
  const { settings } = dashboard();
  const { apiUrl } = settings;
  const identity = await currentIdentity();
  try {
    const { account, own } = await upstream(settings);
    return { account, own, apiUrl, identity };
  } catch (error) {
    if (error instanceof NoKey) return { account: null, own: true, apiUrl, identity };
    throw error;
  }
}
