/** The options of each benchmark, and how they are parsed from its arguments. */
import { parseOnlyOptions, UsageError } from "@/service/program-options";

/** A whole number from 1 to `max`. */
interface CountOption {
  readonly default: number;
  readonly max: number;
}

const TEXT = "text";

/** Funding events behind the feed. */
const events = (count: number) => ({ default: count, max: 10_000_000 });

const OPTIONS = {
  feed: {
    /** Events of the large database; the small one has 10,000. */
    events: events(1_000_000),
    /** Seconds for each shape, server and round. */
    seconds: { default: 2, max: 60 },
    rounds: { default: 3, max: 20 },
    /** Only shapes whose name contains this text. */
    only: TEXT,
  },
  web: {
    events: events(20_000),
    /** Runs of Lighthouse for each form factor. */
    runs: { default: 5, max: 20 },
    /** Records in the table that is measured for its size. */
    rows: { default: 10_000, max: 10_000 },
    /** Filters that are changed. */
    changes: { default: 20, max: 60 },
    /** Only parts whose name contains this text (scripts, session, filters, rows, lighthouse). */
    only: TEXT,
    /** A folder in which the database stays for the next run; absent: it is created again and removed. */
    data: TEXT,
  },
  accounts: {
    events: events(20_000),
    /** Who register and sign in. */
    people: { default: 25, max: 1_000 },
    rounds: { default: 5, max: 50 },
  },
  budgets: {
    /** Ledger entries of each workspace in the month. */
    entries: { default: 500_000, max: 10_000_000 },
    rounds: { default: 10, max: 100 },
  },
  "pay-once": {
    /** Records that the workspace has purchased before. */
    purchased: { default: 500_000, max: 10_000_000 },
    rounds: { default: 10, max: 100 },
  },
  backup: {
    events: events(1_000_000),
    /** Pages that are bought meanwhile, each second. */
    rate: { default: 100, max: 10_000 },
  },
  lock: {
    rounds: { default: 3, max: 50 },
    /** Seconds of each phase, with and without a lock. */
    seconds: { default: 10, max: 60 },
  },
  mcp: {
    events: events(100_000),
    rounds: { default: 7, max: 50 },
    /** Seconds of each kind of request in each round. */
    seconds: { default: 5, max: 60 },
  },
  previews: {
    events: events(100_000),
    rounds: { default: 7, max: 50 },
    /** Seconds of each kind of request in each round. */
    seconds: { default: 3, max: 60 },
  },
  webhooks: {
    subscriptions: { default: 10_000, max: 1_000_000 },
    inserts: { default: 300, max: 100_000 },
    /** Delivered from a backlog. */
    deliveries: { default: 10_000, max: 1_000_000 },
    /** Seconds of each phase. */
    seconds: { default: 20, max: 600 },
  },
  memory: {
    /** Requests to each program. */
    requests: { default: 50_000, max: 1_000_000 },
    /** They are abandoned after so many seconds for each program. */
    seconds: { default: 1_800, max: 86_400 },
  },
  search: {
    companies: { default: 200_000, max: 2_000_000 },
    /** Searches of each class. */
    searches: { default: 50, max: 1_000 },
  },
  summaries: {
    events: events(1_000_000),
    /** Seconds of each phase. */
    seconds: { default: 15, max: 600 },
    /** A database that has the events already; absent: one is created and removed. */
    database: TEXT,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CountOption | typeof TEXT>>>>;

export type Benchmark = keyof typeof OPTIONS;

export function isBenchmark(name: string): name is Benchmark {
  return Object.hasOwn(OPTIONS, name);
}

/** Counts as numbers; texts are undefined when they are absent. */
export type BenchOptions<B extends Benchmark> = {
  readonly [Name in keyof (typeof OPTIONS)[B]]: (typeof OPTIONS)[B][Name] extends CountOption
    ? number
    : string | undefined;
};

/** Throws `UsageError` for an unknown option or a value that is not allowed. */
export function readOptions<B extends Benchmark>(benchmark: B, args: readonly string[]): BenchOptions<B> {
  const options: [string, CountOption | typeof TEXT][] = Object.entries(OPTIONS[benchmark]);
  const values = parseOnlyOptions(
    args,
    Object.fromEntries(options.map(([name]) => [name, { type: "string" } as const])),
  );
  return Object.fromEntries(
    options.map(([name, option]) => [name, option === TEXT ? values[name] : readCount(name, values[name], option)]),
  ) as BenchOptions<B>;
}

function readCount(name: string, given: string | undefined, option: CountOption): number {
  const text = given ?? String(option.default);
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > option.max)
    throw new UsageError(`--${name} must be a whole number from 1 to ${option.max}; got "${text}".`);
  return number;
}
