/** The options of the fault test, parsed from its arguments. */
import { parseArgs } from "node:util";

export const HELP = `npm run test:faults -- [--short] [--seed N] [--faults N] [--rate N] [--only <text>] [--log <file>]

Runs the product through faults under load: of its network, its PostgreSQL and its processes. Three quarters of them with a proxy
before PostgreSQL, the rest with the embedded one. Afterwards the books must agree with what every client was told.

--short   one fault of most kinds, each as short as possible, with the proxy alone (about a minute)
--seed    which faults, in which order and how long (1)
--faults  how many (200)
--rate    requests a second (100)
--only    kinds of fault whose name has this text
--log     a file for every request and its answer, one JSON object a line
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

/** Undefined when help is requested. Throws one sentence. */
export function readFaultOptions(args: readonly string[]): FaultOptions | undefined {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { help: flag, short: flag, seed: text, faults: text, rate: text, only: text, log: text, counts: text },
  });
  if (values.help) return undefined;
  const whole = (name: "seed" | "faults" | "rate", fallback: number, most: number): number => {
    const given = values[name] ?? String(fallback);
    const number = /^\d+$/.test(given) ? Number(given) : 0;
    if (number < 1 || number > most)
      throw new Error(`--${name} must be a whole number from 1 to ${most}; got "${given}".`);
    return number;
  };
  return {
    short: values.short,
    seed: whole("seed", 1, 2 ** 31 - 1),
    faults: whole("faults", 200, 10_000),
    rate: whole("rate", 100, 1_000),
    only: values.only ?? "",
    log: values.log,
    counts: values.counts,
  };
}
