/** The options of the fault test, parsed from its arguments. */
import { parseOnlyOptions, UsageError } from "@/service/program-options";

export const HELP = `npm run test:faults -- [--short] [--seed N] [--faults N] [--rate N] [--only <text>] [--log <file>]

Injects faults under load: into the network, PostgreSQL and the processes. Three quarters run with a proxy
in front of PostgreSQL, the rest with the embedded one. Afterwards the ledger must agree with the responses of every client.

--short   one fault of most kinds, as short as possible, only with the proxy (about a minute)
--seed    determines the faults, their order and duration (1)
--faults  number of faults (200)
--rate    requests per second (100)
--only    only kinds of fault whose name contains this text
--log     write every request and its response to a file, as JSON lines
`;

export interface FaultOptions {
  readonly short: boolean;
  readonly seed: number;
  readonly faults: number;
  readonly rate: number;
  readonly only: string;
  readonly log: string | undefined;
  /** Where `npm test` reads how many passed and failed. */
  readonly counts: string | undefined;
}

/** Undefined when help is requested. Throws `UsageError`. */
export function readFaultOptions(args: readonly string[]): FaultOptions | undefined {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const values = parseOnlyOptions(args, {
    ...{ help: flag, short: flag, seed: text, faults: text, rate: text, only: text, log: text, counts: text },
  });
  if (values.help) return undefined;
  const whole = (name: "seed" | "faults" | "rate", fallback: number, most: number): number => {
    const given = values[name] ?? String(fallback);
    const number = /^\d+$/.test(given) ? Number(given) : 0;
    if (number < 1 || number > most)
      throw new UsageError(`--${name} must be a whole number from 1 to ${most}; got "${given}".`);
    return number;
  };
  return {
    short: values.short === true,
    seed: whole("seed", 1, 2 ** 31 - 1),
    faults: whole("faults", 200, 10_000),
    rate: whole("rate", 100, 1_000),
    only: values.only ?? "",
    log: values.log,
    counts: values.counts,
  };
}
