import type pg from "pg";
import { expect } from "vitest";
import { readConfig } from "@/service/config";
import { BACKUP_COMMANDS } from "./backup-commands";
import { type CommandResult, parseCommand, readCommandSettings } from "./command";
import { COMMANDS } from "./commands";

/** Runs a command as the command line names it. */
export async function runCommand(pool: pg.Pool, ...args: readonly string[]): Promise<CommandResult> {
  const call = parseCommand(args, COMMANDS);
  if (call === undefined) throw new Error("help was requested");
  const response = await call.command.run(pool, call.options, new Date(), readCommandSettings(readConfig({})));
  expect(response.lines.length).toBeGreaterThan(0);
  return response;
}

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
