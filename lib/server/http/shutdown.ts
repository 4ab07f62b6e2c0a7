/** Lets a load balancer send visitors elsewhere before the dashboard closes its port, as the service does (`SHUTDOWN_DELAY`). */
import "server-only";
import { getShared } from "../shared";
import { endStreams } from "./open-streams";

/** Instrumentation and routes share it, which Next bundles apart. */
const getShutdown = () => getShared("shutdown", () => ({ isDraining: false }));

/** While it is, the dashboard serves, is not ready, and ends its connections with their responses. */
export function isDraining(): boolean {
  return getShutdown().isDraining;
}

/**
 * Delays the end of the program after a stop signal; a second signal ends the delay. Next's own handlers, which close the port
 * and wait for the responses in progress, run after it.
 */
export function drainBeforeExit(delayMs: number): void {
  // Next compiles this for the edge as well, where it never runs, and warns of a bare `process`.
  const { process } = globalThis;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const handlers = process.listeners(signal);
    const exit = () => {
      endStreams();
      for (const handler of handlers) handler(signal);
    };
    process.removeAllListeners(signal);
    process.once(signal, () => {
      getShutdown().isDraining = true;
      const timer = setTimeout(exit, delayMs);
      process.once(signal, () => {
        clearTimeout(timer);
        exit();
      });
    });
  }
}
