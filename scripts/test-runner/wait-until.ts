import { setTimeout as delay } from "node:timers/promises";

/** Returns once there is no problem any more; throws the last one, in words, when that takes longer (ms). */
export async function waitUntil(
  findProblem: () => string | undefined | Promise<string | undefined>,
  withinMs: number,
  betweenMs = 100,
): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const problem = await findProblem();
    if (problem === undefined) return;
    if (performance.now() > until) throw new Error(problem);
    await delay(betweenMs);
  }
}

export function isOk(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}
