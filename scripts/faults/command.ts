/** Provides the commands that inject faults with their options, an end that undoes everything, and the line that counts. */
import { UsageError } from "@/service/program-options";
import { readCount } from "../bench/harness/options";

/** Undoes processes, mounts and folders at the end, also when the run is interrupted. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Undoes everything, the latest first; a failure does not stop the rest. */
  async run(): Promise<void> {
    this.#running ??= this.#undo();
    await this.#running;
    this.#running = undefined;
  }

  async #undo(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        process.stderr.write(`Cleaning up: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  }
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

const TEXT = { type: "string" } as const;
export const FAULT_OPTIONS = { seed: TEXT, faults: TEXT, rate: TEXT, only: TEXT, log: TEXT, edn: TEXT } as const;

type Texts = { readonly [Name in keyof typeof FAULT_OPTIONS]?: string };

/** Throws `UsageError`. */
export function readFaultOptions({ seed, faults, rate, only = "", log, edn }: Texts) {
  return {
    seed: readCount("seed", seed, 1),
    faults: readCount("faults", faults, undefined),
    rate: readCount("rate", rate, undefined),
    ...{ only, log, edn },
  };
}

/** Runs a command with the given help to its end, or until it is interrupted. */
export async function runFaultCommand(help: string, run: (cleanup: Cleanup) => Promise<Counts>): Promise<void> {
  if (process.argv.includes("--help")) {
    process.stdout.write(help);
    return;
  }
  const cleanup = new Cleanup();
  const abandon = (code: number) => void cleanup.run().then(() => process.exit(code));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => abandon(130));
  process.once("uncaughtException", (error) => {
    process.stderr.write(`${error.stack}\n`);
    abandon(1);
  });
  try {
    const { passed, failed, notRun } = await run(cleanup).finally(() => cleanup.run());
    if (notRun > 0) console.log(`${notRun} not run`);
    console.log(`\n${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // The load may still be running.
    abandon(error instanceof UsageError ? 2 : 1);
  }
}
