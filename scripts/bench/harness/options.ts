/** Defines the options of each benchmark, and parses them from its arguments. */
import { parseOptions, UsageError } from "@/service/program-options";

/** The database stays in this folder for the next run; without it, it is created again and removed. */
const KEPT = { data: "" };

/** A number is a count and its default; a text is one that may be given, `folder` without a name; `false` is a flag. */
const OPTIONS = {
  feed: {
    /** The feed has this many funding events. */
    events: 1_000_000,
    /** Each shape, server and round takes this many seconds. */
    seconds: 2,
    rounds: 3,
    /** Only shapes whose name contains this text are measured. */
    only: "",
    ...KEPT,
  },
  web: {
    events: 20_000,
    runs: 5,
    /** The table that is measured for its size has this many records; it holds no more than these. */
    rows: 10_000,
    changes: 20,
    /** Only parts whose name contains this text are measured (scripts, session, filters, rows, lighthouse). */
    only: "",
    ...KEPT,
  },
  accounts: { events: 20_000, people: 25, rounds: 5 },
  backup: {
    events: 1_000_000,
    /** This many pages are bought each second meanwhile. */
    rate: 100,
  },
  import: {
    companies: 100_000,
    rounds: 50_000,
    /** So many single reports of each kind are sent after the files. */
    reports: 200,
  },
  lock: {
    /** This many workspaces are locked. */
    locked: 20,
    /** The p99 of one round varies by half between rounds. */
    rounds: 11,
    /** Each phase, with and without a lock, takes this many seconds. */
    seconds: 5,
  },
  monitoring: {
    events: 20_000,
    rounds: 15,
    /** Each service is under load for this many seconds in each round. */
    seconds: 4,
  },
  overload: {
    events: 100_000,
    /** One workspace requests this many different totals a second. */
    totals: 400,
    seconds: 20,
  },
  webhooks: {
    subscriptions: 10_000,
    inserts: 300,
    /** This many deliveries leave from a backlog. */
    deliveries: 10_000,
    seconds: 20,
  },
  resolve: {
    folder: "",
    json: false,
    /** The weights of the score are fitted instead of measured. */
    fit: false,
  },
  "resolve-generated": {
    reports: 20_000,
    /** They are imported in so many orders of sources, files and rows. */
    orders: 20,
    json: false,
  },
  size: {
    /** Only sizes whose name contains this text are measured (10,000, 100,000, 1,000,000). */
    only: "",
    /** Each kind of page is read for this many seconds. */
    seconds: 20,
    /** This many rounds are imported. */
    rounds: 10_000,
  },
  summaries: { events: 1_000_000, seconds: 15, ...KEPT },
};

export type Benchmark = keyof typeof OPTIONS;

export type BenchOptions<B extends Benchmark> = Readonly<(typeof OPTIONS)[B]>;

export function isBenchmark(name: string): name is Benchmark {
  return Object.hasOwn(OPTIONS, name);
}

/** Throws `UsageError` for an unknown option, a value that is not allowed, or a folder that is missing. */
export function readOptions<B extends Benchmark>(benchmark: B, args: readonly string[]): BenchOptions<B> {
  const { folder, ...defaults }: Readonly<Record<string, number | string | boolean>> = OPTIONS[benchmark];
  const named = Object.entries(defaults);
  const types = named.map(([name, value]) => [name, { type: value === false ? "boolean" : "string" }] as const);
  const { values, positionals } = parseOptions(args, Object.fromEntries(types));
  const [extra] = folder === undefined ? positionals : positionals.slice(1);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
  if (folder !== undefined && positionals[0] === undefined)
    throw new UsageError(`State a folder: npm run bench -- ${benchmark} <folder>.`);
  const read = (name: string, value: number | string | boolean) => {
    const given = values[name];
    return typeof value === "number" ? readCount(name, given?.toString(), value) : (given ?? value);
  };
  const options = Object.fromEntries(named.map(([name, value]) => [name, read(name, value)]));
  return { ...options, ...(folder !== undefined && { folder: positionals[0] }) } as BenchOptions<B>;
}

const MOST = 2 ** 31 - 1;

/** Throws `UsageError`. */
export function readCount<F>(name: string, given: string | undefined, fallback: F): number | F {
  if (given === undefined) return fallback;
  const number = /^\d+$/.test(given) ? Number(given) : 0;
  if (number < 1 || number > MOST)
    throw new UsageError(`--${name} must be a whole number from 1 to ${MOST}; got "${given}".`);
  return number;
}
