/**
 * `/healthz`: the process runs; it checks nothing else. `/readyz`: it can serve and charge, because its database and,
 * when there is one, the replica respond. Neither needs a key, and neither waits for the database: checks in the background have
 * connections of their own, so that a busy service is not taken for a broken one.
 */
import type { Handler } from "hono";
import { probeCharges } from "@/service/credits/debit";
import { hasDemo } from "@/service/ingest/demo/load";
import type { Pools } from "@/service/store/pools";
import type { Summaries } from "@/service/summaries/summaries";
import type { Env, Readiness, Services } from "./context";

/** The checks begin again this long after they ended (ms). */
const INTERVAL_MS = 500;

/** The key of a required part is the name under which its failure is reported. */
const CHECKS: Readonly<Record<string, (pools: ProbedPools) => Promise<unknown>>> = {
  charging: ({ probe }) => probeCharges(probe, new Date()),
  reading: ({ readingProbe }) => readingProbe.query("select 1"),
};

type ProbedPools = Pick<Pools, "probe" | "readingProbe">;

export function createReadiness(pools: ProbedPools, summaries: Pick<Summaries, "isPreloading">): Readiness {
  let failing = Object.keys(CHECKS);
  let demo = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(): Promise<void> {
    [failing, demo] = await Promise.all([findFailing(pools), hasDemo(pools.probe).catch(() => demo)]);
    if (!isStopped) timer = setTimeout(check, INTERVAL_MS);
  }

  return {
    getVerdict: () => ({ failing, warming: summaries.isPreloading() ? ["summaries"] : [], demo }),
    start: check,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function findFailing(pools: ProbedPools): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]) => {
      try {
        // A held connection may have been cut, which a new one is not.
        await check(pools).catch(() => check(pools));
        return [];
      } catch {
        return [name];
      }
    }),
  );
  return results.flat();
}

export function healthz({ version }: Services): Handler<Env> {
  return (c) => c.json({ status: "ok", version });
}

export function readyz({ readiness, version }: Services): Handler<Env> {
  return (c) => {
    const { failing, warming, demo } = readiness.getVerdict();
    if (failing.length > 0) return c.json({ status: "unavailable", failing, version }, 503);
    return c.json({ status: "ready", ...(warming.length > 0 ? { warming } : {}), version, demo });
  };
}
