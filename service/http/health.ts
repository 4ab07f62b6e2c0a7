/**
 * `/healthz`: the process runs; it checks nothing else. `/readyz`: it can serve and charge, because its database responds and accepts
 * writes, and it is not about to stop; without its replica it reads from there too. Neither needs a key, and neither waits for the database: checks in the background have
 * connections of their own, so that a busy service is not taken for a broken one.
 */
import type { Handler } from "hono";
import type { Logger } from "pino";
import { probeCharges } from "@/service/credits/debit";
import { hasDemo } from "@/service/ingest/demo/load";
import type { Pools } from "@/service/store/pools/pools";
import { checkWrites, describeWriteProblem } from "@/service/store/write-check";
import type { Summaries } from "@/service/summaries/summaries";
import type { Env, Services } from "./context";

/** The checks begin again this long after they ended (ms). */
const INTERVAL_MS = 500;

type ProbedPools = Pick<Pools, "probe" | "replica">;

export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness(
  pools: ProbedPools,
  summaries: Pick<Summaries, "isPreloading">,
  log: Pick<Logger, "info" | "error">,
) {
  let canCharge = false;
  let reason: string | undefined;
  /** The time of the monotonic clock since when charges fail, if one has succeeded before (ms). */
  let failingSince: number | undefined;
  let demo = false;
  let timer: NodeJS.Timeout | undefined;
  let isDraining = false;
  let isStopped = false;

  async function check(): Promise<void> {
    const [problem, isDemo] = await Promise.all([checkCharges(pools.probe), hasDemo(pools.probe).catch(() => demo)]);
    report(problem);
    reason = problem && describeWriteProblem(problem);
    canCharge = problem === undefined;
    demo = isDemo;
    if (!isStopped) timer = setTimeout(check, INTERVAL_MS);
  }

  /** An outage has a line at its beginning and one at its end. */
  function report(problem: Error | undefined): void {
    if (problem !== undefined && canCharge) {
      failingSince = performance.now();
      log.error({ problem: problem.message }, "the database does not charge; requests get 503 until it does");
    } else if (problem === undefined && failingSince !== undefined) {
      log.info({ ms: Math.round(performance.now() - failingSince) }, "the database charges again");
      failingSince = undefined;
    }
  }

  return {
    /** Returns the result of the latest checks. */
    getVerdict: () => ({
      /** The service is ready when this is empty. */
      failing: [...(isDraining ? ["stopping"] : []), ...(canCharge ? [] : ["charging"])],
      /** A sentence about what an operator can do something about, such as a full disk. */
      problem: canCharge ? undefined : reason,
      /** These parts are slower until they have been read. */
      warming: summaries.isPreloading() ? ["summaries"] : [],
      /** Others do the work of these parts, which do not answer or are too far behind. */
      degraded: pools.replica?.isNear === false ? ["replica"] : [],
      demo,
    }),
    /** Resolves after the first checks; before that nothing is ready. */
    start: async () => {
      await Promise.all([check(), pools.replica?.start()]);
    },
    /** Makes nothing ready any more, so that a load balancer sends its requests elsewhere before the service stops. */
    drain: () => {
      isDraining = true;
    },
    stop: () => {
      pools.replica?.stop();
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function checkCharges(probe: ProbedPools["probe"]): Promise<Error | undefined> {
  const check = async () => {
    await probeCharges(probe, new Date());
    await checkWrites(probe);
  };
  // A held connection may have been cut, which a new one is not.
  return check()
    .catch(check)
    .then(
      () => undefined,
      (error: Error) => error,
    );
}

export function healthz({ version }: Services): Handler<Env> {
  return (c) => c.json({ status: "ok", version });
}

export function readyz({ readiness, version }: Services): Handler<Env> {
  return (c) => {
    const { failing, problem, warming, degraded, demo } = readiness.getVerdict();
    if (failing.length > 0) return c.json({ status: "unavailable", failing, problem, version }, 503);
    const details = { ...(warming.length > 0 && { warming }), ...(degraded.length > 0 && { degraded }) };
    return c.json({ status: "ready", ...details, version, demo });
  };
}
