/** Checks at startup, before the dashboard serves any request. */
import "server-only";
import { type Environment, EnvironmentError, environment } from "./environment";

/** The settings. Exits when one is invalid. */
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
