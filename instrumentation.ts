import { type Environment, EnvironmentError, environment } from "@/lib/server/environment";
import { installRequestHooks } from "@/lib/server/http/request-hooks";
import { drainBeforeExit } from "@/lib/server/http/shutdown";

/** Runs once at startup: invalid settings exit with one sentence each, before the first request. */
export function register(): void {
  const settings = checkEnvironment();
  installRequestHooks(settings);
  drainBeforeExit(settings.shutdownDelayMs);
  // Node would retain the addresses of the last 250 requests to the service, each of up to 64 kB.
  performance.setResourceTimingBufferSize(0);
}

/** Reads the settings; exits when one is invalid. */
function checkEnvironment(): Environment {
  try {
    return environment();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    // Next compiles this for the edge as well, where it never runs, and warns of a bare `process`.
    globalThis.process.stderr.write(`${error.message}\n`);
    return globalThis.process.exit(1);
  }
}
