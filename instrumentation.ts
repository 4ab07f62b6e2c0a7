import { installRequestHooks } from "@/lib/server/request-hooks";
import { checkEnvironment } from "@/lib/server/start-check";

/** Runs once when the dashboard starts: wrong settings end it with one sentence each, before the first request. */
export function register(): void {
  installRequestHooks(checkEnvironment());
  // Node would keep the addresses of the last 250 questions to the service, each of up to 64 kB.
  performance.setResourceTimingBufferSize(0);
}
