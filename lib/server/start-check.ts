/** What has to be right before the dashboard answers anything. */
import "server-only";
import { type Environment, EnvironmentError, environment } from "./environment";

/** The settings. Ends the program when one is wrong. */
export function checkEnvironment(): Environment {
  try {
    return environment();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    // Next compiles this for the edge as well, where it never runs, and warns of a bare `process`.
    globalThis.process.stderr.write(`${error.message}\n`);
    return globalThis.process.exit(1);
  }
}
