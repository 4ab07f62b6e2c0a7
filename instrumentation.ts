import { type DashboardContext, getDashboardContext } from "@/lib/server/dashboard-context";
import { EnvironmentError } from "@/lib/server/environment";
import { installRequestHooks } from "@/lib/server/http/request-hooks";
import { drainBeforeExit } from "@/lib/server/http/shutdown";
import packageFile from "@/package.json";

/** Runs once at startup: invalid settings, and unreadable budgets, exit with one sentence each, before the first request. */
export async function register(): Promise<void> {
  const { settings, log } = openContext();
  if (settings.tracing) await exportTraces(log);
  if (settings.metrics !== undefined) {
    const { serveMetrics } = await import("@/lib/server/http/metrics");
    serveMetrics(settings.metrics, packageFile.version);
  }
  installRequestHooks(settings, log);
  drainBeforeExit(settings.shutdownDelayMs);
  // Node would retain the addresses of the last 250 requests to the service, each of up to 64 kB.
  performance.setResourceTimingBufferSize(0);
}

/** What is left is exported when the program stops. */
async function exportTraces(log: DashboardContext["log"]): Promise<void> {
  const { startTracing } = await import("@/lib/monitoring/tracing");
  const stop = await startTracing("dealflow-dashboard", packageFile.version, (sentence) => log.warn(sentence));
  for (const signal of ["SIGINT", "SIGTERM"] as const) globalThis.process.once(signal, () => void stop());
}

/** Exits when a setting is invalid, or what is stored cannot be read. */
function openContext(): DashboardContext {
  try {
    return getDashboardContext();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    // Next compiles this for the edge as well, where it never runs, and warns of a bare `process`.
    globalThis.process.stderr.write(`${error.message}\n`);
    return globalThis.process.exit(1);
  }
}
