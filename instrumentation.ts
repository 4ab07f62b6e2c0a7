import { installRequestHooks } from "@/lib/server/request-hooks";
import { checkEnvironment } from "@/lib/server/start-check";

/** Runs once at startup: invalid settings exit with one sentence each, before the first request. */
export function register(): void {
  installRequestHooks(checkEnvironment());
  // Node would retain the addresses of the last 250 requests to the service, each of up to 64 kB.
  performance.setResourceTimingBufferSize(0);
}
