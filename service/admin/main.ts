/** Runs `npm run admin -- <subject> <verb>`, while the service runs and while it does not. */
import type pg from "pg";
import { type Config, ConfigError, processEnvironment, readConfig } from "@/service/config";
import { UsageError } from "@/service/program-options";
import { openStore } from "@/service/store/open";
import { runRecordedCommand } from "./actions";
import { BACKUP_COMMANDS } from "./backup-commands";
import {
  type Command,
  type CommandResult,
  helpText,
  type InstallationCommand,
  parseCommand,
  readCommandSettings,
} from "./command";
import { COMMANDS } from "./commands";
import { DATABASE_COMMANDS } from "./database-commands";
import { WEBHOOK_COMMANDS } from "./webhook-commands";

const ALL = [...COMMANDS, ...WEBHOOK_COMMANDS, ...BACKUP_COMMANDS, ...DATABASE_COMMANDS];

async function main(args: readonly string[]): Promise<number> {
  const call = parseCommand<Command | InstallationCommand>(args, ALL);
  if (call === undefined) {
    process.stdout.write(`${helpText(args, ALL)}\n`);
    return 0;
  }
  const { command, options } = call;
  const config = readConfig(processEnvironment());
  const response =
    "runOn" in command
      ? await command.runOn(config, options, stopSignal())
      : await onStore({ ...config, onlyNew: command.subject !== "migrate" }, (pool) =>
          runRecordedCommand(
            pool,
            { command, options },
            { personId: null, settings: readCommandSettings(config), now: new Date() },
          ),
        );
  process.stdout.write(`${call.json ? JSON.stringify(response.json) : response.lines.join("\n")}\n`);
  return response.failed === true ? 1 : 0;
}

async function onStore(
  config: Config & { readonly onlyNew: boolean },
  run: (pool: pg.Pool) => Promise<CommandResult>,
): Promise<CommandResult> {
  const store = await openStore(config, "admin", (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await run(store.pool);
  } finally {
    await store.close();
  }
}

/** Aborts on Ctrl-C, SIGTERM, or the death of the program that started this one. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const event of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(event, () => stop.abort());
  return stop.signal;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  },
);
