/**
 * `/healthz`: the process runs; it checks nothing else. `/readyz`: it can serve and charge, because its database and,
 * when there is one, the replica respond. Neither needs a key.
 */
import type { Handler } from "hono";
import type { Env, Services } from "./context";

/** Several health checks may run; they share one result of the database (ms). */
const CACHE_TTL_MS = 1_000;

/** The key of a required part is the name under which its failure is reported. */
type Check = "charging" | "reading";

export function healthz({ version }: Services): Handler<Env> {
  return (c) => c.json({ status: "ok", version });
}

export function readyz(services: Services): Handler<Env> {
  const { debits, demo, pools, version } = services;
  const checks: Readonly<Record<Check, () => Promise<unknown>>> = {
    charging: debits.probe,
    reading: () => pools.fixed.query("select 1"),
  };
  let last: { readonly failing: Promise<string[]>; readonly expiresAt: number } | undefined;
  return async (c) => {
    if (last === undefined || last.expiresAt < Date.now())
      last = { failing: runChecks(checks), expiresAt: Date.now() + CACHE_TTL_MS };
    const failing = await last.failing;
    if (failing.length > 0) return c.json({ status: "unavailable", failing, version }, 503);
    return c.json({ status: "ready", version, demo: await demo().catch(() => false) });
  };
}

async function runChecks(checks: Readonly<Record<string, () => Promise<unknown>>>): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await check();
        return [];
      } catch {
        return [name];
      }
    }),
  );
  return results.flat();
}
