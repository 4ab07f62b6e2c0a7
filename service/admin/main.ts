/** `npm run admin -- <subject> <verb>`: works while the service runs and while it does not. */
import { ConfigError, processEnvironment, readConfig } from "@/service/config";
import { openStore } from "@/service/store/open";
import { helpText, Refusal, readCall, UsageError } from "./command";
import { COMMANDS } from "./commands";

async function main(words: readonly string[]): Promise<number> {
  const call = readCall(words, COMMANDS);
  if (call === undefined) {
    process.stdout.write(`${helpText(words, COMMANDS)}\n`);
    return 0;
  }
  const store = await openStore(readConfig(processEnvironment()), "admin", (sentence) =>
    process.stderr.write(`${sentence}\n`),
  );
  try {
    const answer = await call.command.run(store.pool, call.given, new Date());
    process.stdout.write(`${call.json ? JSON.stringify(answer.json) : answer.lines.join("\n")}\n`);
    return 0;
  } finally {
    await store.close();
  }
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
