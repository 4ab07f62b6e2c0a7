/** What has to be right before the dashboard answers anything. */
import "server-only";
import { EnvironmentError, environment } from "./environment";

/** Ends the program when a setting is wrong. */
export function checkEnvironment(): void {
  try {
    environment();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    // Next compiles this for the edge as well, where it never runs, and warns of a bare `process`.
    globalThis.process.stderr.write(`${error.message}\n`);
    globalThis.process.exit(1);
  }
}
