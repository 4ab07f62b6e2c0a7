/** Checks that the product does its work, as balancers and clients see it. */
import { setTimeout as delay } from "node:timers/promises";
import { FEEDS, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { waitUntil } from "../test-runner/wait-until";
import type { Account } from "./accounts";
import type { Programs } from "./programs";
import { sendRequest } from "./requests";

const BETWEEN_MS = 100;
/** Limits one request (ms). */
const TIMEOUT_MS = 3_000;
/** Limits the whole wait (ms). */
const TIMEOUT_TOTAL_MS = 90_000;

/** Lists current problems; it is empty when both programs are ready and a page can be bought. */
async function troubles({ service, dashboard }: Programs, probe: Account): Promise<string[]> {
  const requests: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ["a page", `${service}${FEEDS.funding.path}?${LIMIT_PARAMETER}=1`, probe.headers],
    ["/readyz of the service", `${service}/readyz`, {}],
    ["/readyz of the dashboard", `${dashboard}/readyz`, {}],
  ];
  const found = await Promise.all(
    requests.map(async ([name, address, headers]) => {
      const status = await getStatus(address, headers);
      return status === 200 ? [] : [`${name}: ${status || "no response"}`];
    }),
  );
  return found.flat();
}

/**
 * Returns after how many ms everything was healthy, or the remaining problems.
 * @param missing processes that are not there again; called once the rest is healthy
 */
export async function waitUntilHealthy(
  programs: Programs,
  probe: Account,
  missing: () => string[],
): Promise<{ ms: number; last: string[] }> {
  const startedAt = performance.now();
  for (;;) {
    const found = await troubles(programs, probe);
    const last = found.length > 0 ? found : missing();
    const ms = performance.now() - startedAt;
    if (last.length === 0 || ms > TIMEOUT_TOTAL_MS) return { ms, last };
    await delay(BETWEEN_MS);
  }
}

/** Returns whether `/readyz` of the service says within that time (ms) that it is not ready. */
export function becomesUnready(service: string, withinMs: number): Promise<boolean> {
  const findProblem = async () => ((await getStatus(`${service}/readyz`)) === 503 ? undefined : "it is ready");
  return waitUntil(findProblem, withinMs).then(
    () => true,
    () => false,
  );
}

export interface Pulse {
  /** This is the slowest response of a /healthz (ms). */
  readonly slowestMs: number;
  readonly failures: number;
  readonly requests: number;
}

/** Requests `/healthz` of both programs until it is stopped. */
export function watchPulse({ service, dashboard }: Programs): { stop(): Promise<Pulse> } {
  let stopped = false;
  const pulse = { slowestMs: 0, failures: 0, requests: 0 };
  const watching = Promise.all(
    [service, dashboard].map(async (program) => {
      while (!stopped) {
        const startedAt = performance.now();
        const status = await getStatus(`${program}/healthz`);
        pulse.slowestMs = Math.max(pulse.slowestMs, performance.now() - startedAt);
        pulse.failures += Number(status !== 200);
        pulse.requests++;
        await delay(BETWEEN_MS);
      }
    }),
  );
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return pulse;
    },
  };
}

/** Returns 0 when there was no response in time. */
async function getStatus(address: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const response = await sendRequest(address, { headers, timeoutMs: TIMEOUT_MS });
  return typeof response === "string" ? 0 : response.status;
}
