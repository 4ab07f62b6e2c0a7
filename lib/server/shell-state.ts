/** What the frame of every page shows. */
import "server-only";
import { cookies } from "next/headers";
import type { MeterState } from "@/lib/api/dashboard";
import { dashboard } from "./dashboard";
import { meterState } from "./meter-route";
import { type ServiceHealth, serviceHealth } from "./service-health";
import { SESSION_COOKIE } from "./sessions";

export interface ShellState extends ServiceHealth {
  readonly meter: MeterState;
}

/** How long a page may wait for the balance, in ms; the browser asks again when it was not enough. */
const WAIT_MS = 250;

export async function shellState(): Promise<ShellState> {
  const board = dashboard();
  const jar = await cookies();
  const [meter, health] = await Promise.all([
    meterState(board, jar.get(SESSION_COOKIE)?.value, WAIT_MS),
    serviceHealth(board.settings),
  ]);
  return { meter, ...health };
}
