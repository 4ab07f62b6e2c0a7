/** Reads what a dashboard for another host stores about money in `DATA_DIR`. */
import "server-only";
import { readFileSync } from "node:fs";
import { EnvironmentError } from "../environment";

/**
 * Returns undefined where nothing is stored yet. Throws `EnvironmentError` for any other failure: a start without the file
 * would forget budgets, or buy again what is owned.
 */
export function readStored(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new EnvironmentError([`${path} cannot be read: ${error instanceof Error ? error.message : error}.`]);
  }
}
