/** Defines the options of each benchmark, and parses them from its arguments. */
import { parseOptions, UsageError } from "@/service/program-options";

/** A count is a whole number from 1 to `max`. */
interface CountOption {
  readonly default: number;
  readonly max: number;
}

const TEXT = "text";
const FLAG = "flag";
/** It is the argument without a name. */
const FOLDER = "folder";

/** The feed has this many funding events. */
const events = (count: number) => ({ default: count, max: 10_000_000 });

const OPTIONS = {
  feed: {
    events: events(1_000_000),
    /** Each shape, server and round takes this many seconds. */
    seconds: { default: 2, max: 60 },
    rounds: { default: 3, max: 20 },
    /** Only shapes whose name contains this text are measured. */
    only: TEXT,
  },
  web: {
    events: events(20_000),
    runs: { default: 5, max: 20 },
    /** The table that is measured for its size has this many records. */
    rows: { default: 10_000, max: 10_000 },
    changes: { default: 20, max: 60 },
    /** Only parts whose name contains this text are measured (scripts, session, filters, rows, lighthouse). */
    only: TEXT,
    /** The database stays in this folder for the next run; without it, it is created again and removed. */
    data: TEXT,
  },
  accounts: {
    events: events(20_000),
    people: { default: 25, max: 1_000 },
    rounds: { default: 5, max: 50 },
  },
  budgets: {
    /** Each workspace has this many ledger entries in the month. */
    entries: { default: 500_000, max: 10_000_000 },
    rounds: { default: 10, max: 100 },
  },
  "pay-once": {
    /** The workspace has purchased this many records before. */
    purchased: { default: 500_000, max: 10_000_000 },
    rounds: { default: 10, max: 100 },
  },
  backup: {
    events: events(1_000_000),
    /** This many pages are bought each second meanwhile. */
    rate: { default: 100, max: 10_000 },
  },
  import: {
    companies: { default: 100_000, max: 10_000_000 },
    rounds: { default: 50_000, max: 10_000_000 },
  },
  lock: {
    /** This many workspaces are locked. */
    locked: { default: 20, max: 1_000 },
    rounds: { default: 3, max: 50 },
    /** Each phase, with and without a lock, takes this many seconds. */
    seconds: { default: 10, max: 60 },
  },
  mcp: {
    events: events(100_000),
    rounds: { default: 7, max: 50 },
    /** Each kind of request takes this many seconds in each round. */
    seconds: { default: 5, max: 60 },
  },
  monitoring: {
    events: events(20_000),
    rounds: { default: 15, max: 100 },
    /** Each service is under load for this many seconds in each round. */
    seconds: { default: 4, max: 60 },
  },
  overload: {
    events: events(100_000),
    /** One workspace requests this many different totals a second. */
    totals: { default: 400, max: 10_000 },
    seconds: { default: 20, max: 600 },
    /** This database has the events already; without it one is created and removed. */
    database: TEXT,
  },
  previews: {
    events: events(100_000),
    rounds: { default: 7, max: 50 },
    seconds: { default: 3, max: 60 },
  },
  webhooks: {
    subscriptions: { default: 10_000, max: 1_000_000 },
    inserts: { default: 300, max: 100_000 },
    /** This many deliveries leave from a backlog. */
    deliveries: { default: 10_000, max: 1_000_000 },
    seconds: { default: 20, max: 600 },
  },
  memory: {
    requests: { default: 50_000, max: 1_000_000 },
    /** They are abandoned after this many seconds for each program. */
    seconds: { default: 1_800, max: 86_400 },
  },
  resolve: {
    folder: FOLDER,
    json: FLAG,
    /** The weights of the score are fitted instead of measured. */
    fit: FLAG,
  },
  "resolve-generated": {
    reports: { default: 20_000, max: 1_000_000 },
    /** They are imported in so many orders of sources, files and rows. */
    orders: { default: 20, max: 100 },
    json: FLAG,
  },
  search: {
    companies: { default: 200_000, max: 2_000_000 },
    searches: { default: 50, max: 1_000 },
  },
  size: {
    /** Only sizes whose name contains this text are measured (10,000, 100,000, 1,000,000). */
    only: TEXT,
    /** Each kind of page is read for this many seconds. */
    seconds: { default: 20, max: 600 },
    /** This many rounds are imported. */
    rounds: { default: 10_000, max: 1_000_000 },
  },
  summaries: {
    events: events(1_000_000),
    seconds: { default: 15, max: 600 },
    /** This database has the events already; without it one is created and removed. */
    database: TEXT,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Option>>>>;

type Option = CountOption | typeof TEXT | typeof FLAG | typeof FOLDER;

export type Benchmark = keyof typeof OPTIONS;

export function isBenchmark(name: string): name is Benchmark {
  return Object.hasOwn(OPTIONS, name);
}

type Value<O extends Option> = O extends CountOption
  ? number
  : O extends typeof FLAG
    ? boolean
    : O extends typeof FOLDER
      ? string
      : string | undefined;

/** Counts are numbers; texts are undefined when they are absent. */
export type BenchOptions<B extends Benchmark> = {
  readonly [Name in keyof (typeof OPTIONS)[B]]: (typeof OPTIONS)[B][Name] extends Option
    ? Value<(typeof OPTIONS)[B][Name]>
    : never;
};

/** Throws `UsageError` for an unknown option, a value that is not allowed, or a folder that is missing. */
export function readOptions<B extends Benchmark>(benchmark: B, args: readonly string[]): BenchOptions<B> {
  const options: [string, Option][] = Object.entries(OPTIONS[benchmark]);
  const named = options.filter(([, option]) => option !== FOLDER);
  const types = named.map(([name, option]) => [name, { type: option === FLAG ? "boolean" : "string" }] as const);
  const { values, positionals } = parseOptions(args, Object.fromEntries(types));
  const rest = [...positionals];
  const read = ([name, option]: [string, Option]) => {
    if (option === FOLDER) return readFolder(benchmark, rest.shift());
    const value = values[name];
    if (option === FLAG) return value !== undefined;
    const text = typeof value === "string" ? value : undefined;
    return option === TEXT ? text : readCount(name, text, option);
  };
  const all = options.map((option) => [option[0], read(option)]);
  if (rest[0] !== undefined) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  return Object.fromEntries(all) as BenchOptions<B>;
}

function readFolder(benchmark: Benchmark, given: string | undefined): string {
  if (given === undefined) throw new UsageError(`State a folder: npm run bench -- ${benchmark} <folder>.`);
  return given;
}

/** Throws `UsageError`. */
export function readCount(name: string, given: string | undefined, option: CountOption): number {
  const text = given ?? String(option.default);
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > option.max)
    throw new UsageError(`--${name} must be a whole number from 1 to ${option.max}; got "${text}".`);
  return number;
}
