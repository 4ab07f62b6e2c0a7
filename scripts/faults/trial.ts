/** Injects one fault under load, waits for recovery, and checks. */
import type { Account } from "./accounts";
import type { Fault, FaultContext, Scheduled, Victim } from "./faults";
import { type Pulse, waitUntilHealthy, watchPulse } from "./health";
import { seconds, type Trial } from "./report";

const HEALTHY_WITHIN_MS = 10_000;
const PULSE_WITHIN_MS = 1_000;

export async function tryFault(context: FaultContext, scheduled: Scheduled, probe: Account): Promise<Trial> {
  const { fault } = scheduled;
  const before = pids(context);
  const endings = context.programs.endings.length;
  const pulse = fault.silences ? watchPulse(context.programs) : undefined;
  const from = performance.now();
  const failure = await fault.run(context, scheduled).then(
    () => undefined,
    (error: unknown) => `it could not be made: ${error instanceof Error ? error.message : String(error)}`,
  );
  const endedAt = performance.now();
  const replaced = () => notReplaced(fault, before, pids(context));
  const [beats, { ms, last }] = await Promise.all([pulse?.stop(), waitUntilHealthy(context.programs, probe, replaced)]);
  return {
    ...{ name: fault.name, from, to: performance.now(), healthyMs: ms },
    ...(fault.silences && { silentUntil: endedAt }),
    complaints: [
      ...(failure === undefined ? [] : [failure]),
      ...(last.length > 0 ? [`still not healthy: ${last.join(", ")}`] : []),
      ...(ms > HEALTHY_WITHIN_MS ? [`healthy only after ${seconds(ms)}`] : []),
      ...strangeEndings(fault, before, pids(context), context.programs.endings.slice(endings)),
      ...(beats === undefined ? [] : weakPulse(beats)),
    ],
  };
}

type Pids = Readonly<Record<Victim, number | undefined>>;
const VICTIMS: readonly Victim[] = ["service", "dashboard", "launcher", "postmaster"];

export function pids({ programs, database }: FaultContext): Pids {
  return {
    service: programs.getPid("service"),
    dashboard: programs.getPid("dashboard"),
    launcher: programs.launcher,
    postmaster: database.livingPostmaster,
  };
}

/** Returns the processes that do not run, or that the fault should have ended and did not. */
function notReplaced({ ends = [] }: Fault, before: Pids, after: Pids): string[] {
  return VICTIMS.flatMap((victim) => {
    if (after[victim] === undefined) return [`the ${victim} does not run`];
    return ends.includes(victim) && before[victim] === after[victim] ? [`the ${victim} has not ended`] : [];
  });
}

/** Names the processes that ended without having been killed. */
function strangeEndings(
  { ends = [], mayEnd = [] }: Fault,
  before: Pids,
  after: Pids,
  message: readonly string[],
): string[] {
  return VICTIMS.flatMap((victim) => {
    const allowed = ends.includes(victim) || mayEnd.includes(victim);
    const reported = message.filter((line) => line.startsWith(`The ${victim} ended`)).length;
    if (reported > Number(allowed)) return [`the ${victim} ended ${reported} times`];
    return before[victim] !== after[victim] && !allowed ? [`the ${victim} ended, which nobody killed`] : [];
  });
}

function weakPulse({ requests, failures, slowestMs }: Pulse): string[] {
  if (failures === 0 && slowestMs <= PULSE_WITHIN_MS) return [];
  return [`/healthz failed ${failures} of ${requests} times and took up to ${Math.round(slowestMs)} ms`];
}
