/** `npm run admin -- <subject> <verb>`: works while the service runs and while it does not. */
import type pg from "pg";
import { type Config, ConfigError, processEnvironment, readConfig } from "@/service/config";
import { openStore } from "@/service/store/open";
import { BACKUP_COMMANDS } from "./backup-commands";
import {
  type Answer,
  type Command,
  helpText,
  type InstallationCommand,
  Refusal,
  readCall,
  UsageError,
} from "./command";
import { COMMANDS } from "./commands";

const ALL = [...COMMANDS, ...BACKUP_COMMANDS];

async function main(words: readonly string[]): Promise<number> {
  const call = readCall<Command | InstallationCommand>(words, ALL);
  if (call === undefined) {
    process.stdout.write(`${helpText(words, ALL)}\n`);
    return 0;
  }
  const { command, given } = call;
  const config = readConfig(processEnvironment());
  const answer =
    "runOn" in command
      ? await command.runOn(config, given, stopSignal())
      : await onStore(config, (pool) => command.run(pool, given, new Date()));
  process.stdout.write(`${call.json ? JSON.stringify(answer.json) : answer.lines.join("\n")}\n`);
  return 0;
}

async function onStore(config: Config, run: (pool: pg.Pool) => Promise<Answer>): Promise<Answer> {
  const store = await openStore(config, "admin", (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await run(store.pool);
  } finally {
    await store.close();
  }
}

/** Ctrl-C, SIGTERM, or the death of the program that started this one. */
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
    const expected = error instanceof UsageError || error instanceof Refusal || error instanceof ConfigError;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = expected && !(error instanceof Refusal) ? 2 : 1;
  },
);
