/** The service of a file of tests without a browser, over a database without records. */
import { inject } from "vitest";
import { type Stack, startStack } from "./stack";

export function startTestStack(settings: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const [url, superuserUrl] = [inject("postgresUrl"), inject("superuserUrl")];
  return startStack({ url, superuserUrl, market: inject("migratedDatabase") }, { DEMO: "0", ...settings });
}
