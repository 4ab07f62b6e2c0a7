import { expect } from "vitest";
import { readConfig } from "@/service/config";
import { BACKUP_COMMANDS } from "./backup-commands";
import { parseCommand } from "./command";

/** Runs a command as the command line names it, with this database and DATA_DIR; returns its JSON object. */
export async function runBackupCommand(
  { url }: { readonly url: string },
  dataDir: string,
  ...args: readonly string[]
): Promise<Record<string, unknown>> {
  const call = parseCommand(args, BACKUP_COMMANDS);
  if (call === undefined) throw new Error("help was requested");
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
  const response = await call.command.runOn(config, call.options, new AbortController().signal);
  expect(response.lines.length).toBeGreaterThan(0);
  return { ...response.json };
}
