/** The options of a benchmark, parsed from its arguments. */
import { parseArgs } from "node:util";

export interface FeedOptions {
  /** Funding events in the large database; the small one has 10,000. */
  readonly events: number;
  /** Seconds for each shape, server and round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Only shapes whose name has this text; empty: all. */
  readonly only: string;
}

export function readFeedOptions(args: readonly string[]): FeedOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: "string" },
      seconds: { type: "string" },
      rounds: { type: "string" },
      only: { type: "string" },
    },
  });
  const count = counts(values);
  return {
    events: count("events", 1_000_000, 10_000_000),
    seconds: count("seconds", 2, 60),
    rounds: count("rounds", 3, 20),
    only: values.only ?? "",
  };
}

export interface WebOptions {
  /** Funding events behind the feed. */
  readonly events: number;
  /** Of Lighthouse, for each page and form factor. */
  readonly runs: number;
  /** Records in the table that is measured for its size. */
  readonly rows: number;
  /** Filters that are changed. */
  readonly changes: number;
  /** Only parts whose name has this text (scripts, session, filters, rows, lighthouse); empty: all. */
  readonly only: string;
  /** A folder in which the database stays for the next run; absent: it is made again and removed. */
  readonly data: string | undefined;
}

export function readWebOptions(args: readonly string[]): WebOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { events: option, runs: option, rows: option, changes: option, only: option, data: option },
  });
  const count = counts(values);
  return {
    events: count("events", 20_000, 10_000_000),
    runs: count("runs", 5, 20),
    rows: count("rows", 100_000, 200_000),
    changes: count("changes", 20, 60),
    only: values.only ?? "",
    data: values.data,
  };
}

export interface AccountsOptions {
  /** Funding events behind the feed. */
  readonly events: number;
  /** Who register and sign in. */
  readonly people: number;
  readonly rounds: number;
}

export function readAccountsOptions(args: readonly string[]): AccountsOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { events: option, people: option, rounds: option } });
  const count = counts(values);
  return {
    events: count("events", 20_000, 10_000_000),
    people: count("people", 25, 1_000),
    rounds: count("rounds", 5, 50),
  };
}

export interface BudgetsOptions {
  /** Of the ledger, in the month, of each workspace. */
  readonly entries: number;
  readonly rounds: number;
}

export function readBudgetsOptions(args: readonly string[]): BudgetsOptions {
  const option = { type: "string" } as const;
  const count = counts(parseArgs({ args: [...args], options: { entries: option, rounds: option } }).values);
  return { entries: count("entries", 500_000, 10_000_000), rounds: count("rounds", 10, 100) };
}

export interface PayOnceOptions {
  /** Records that the workspace has purchased before. */
  readonly purchased: number;
  readonly rounds: number;
}

export function readPayOnceOptions(args: readonly string[]): PayOnceOptions {
  const option = { type: "string" } as const;
  const count = counts(parseArgs({ args: [...args], options: { purchased: option, rounds: option } }).values);
  return { purchased: count("purchased", 500_000, 10_000_000), rounds: count("rounds", 10, 100) };
}

export interface BackupOptions {
  /** Funding events that are backed up. */
  readonly events: number;
  /** Pages that are bought meanwhile, each second. */
  readonly rate: number;
}

export function readBackupOptions(args: readonly string[]): BackupOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { events: option, rate: option } });
  const count = counts(values);
  return { events: count("events", 1_000_000, 10_000_000), rate: count("rate", 100, 10_000) };
}

export interface LimitsOptions {
  readonly rounds: number;
  /** Of each stretch, quiet or busy. */
  readonly seconds: number;
}

export function readLimitsOptions(args: readonly string[]): LimitsOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { rounds: option, seconds: option } });
  const count = counts(values);
  return { rounds: count("rounds", 7, 50), seconds: count("seconds", 5, 60) };
}

export interface McpOptions {
  /** Funding events behind the feed. */
  readonly events: number;
  readonly rounds: number;
  /** Of each way in each round. */
  readonly seconds: number;
}

export function readMcpOptions(args: readonly string[]): McpOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { events: option, rounds: option, seconds: option } });
  const count = counts(values);
  return {
    events: count("events", 100_000, 10_000_000),
    rounds: count("rounds", 7, 50),
    seconds: count("seconds", 5, 60),
  };
}

export interface PreviewsOptions {
  /** Funding events behind the feed. */
  readonly events: number;
  readonly rounds: number;
  /** Of each way in each round. */
  readonly seconds: number;
}

export function readPreviewsOptions(args: readonly string[]): PreviewsOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { events: option, rounds: option, seconds: option } });
  const count = counts(values);
  return {
    events: count("events", 100_000, 10_000_000),
    rounds: count("rounds", 7, 50),
    seconds: count("seconds", 3, 60),
  };
}

export interface WebhooksOptions {
  readonly subscriptions: number;
  readonly inserts: number;
  /** Delivered from a backlog. */
  readonly deliveries: number;
  /** Of each stretch. */
  readonly seconds: number;
}

export function readWebhooksOptions(args: readonly string[]): WebhooksOptions {
  const option = { type: "string" } as const;
  const options = { subscriptions: option, inserts: option, deliveries: option, seconds: option };
  const count = counts(parseArgs({ args: [...args], options }).values);
  return {
    subscriptions: count("subscriptions", 10_000, 1_000_000),
    inserts: count("inserts", 300, 100_000),
    deliveries: count("deliveries", 10_000, 1_000_000),
    seconds: count("seconds", 20, 600),
  };
}

export interface MemoryOptions {
  /** To each program. */
  readonly requests: number;
  /** They are abandoned after so many seconds for each program. */
  readonly seconds: number;
}

export function readMemoryOptions(args: readonly string[]): MemoryOptions {
  const option = { type: "string" } as const;
  const count = counts(parseArgs({ args: [...args], options: { requests: option, seconds: option } }).values);
  return { requests: count("requests", 50_000, 1_000_000), seconds: count("seconds", 1_800, 86_400) };
}

export interface SummariesOptions {
  /** Funding events behind the summaries. */
  readonly events: number;
  /** Of each stretch. */
  readonly seconds: number;
  /** A database that has the events already; absent: one is made and removed. */
  readonly database: string | undefined;
}

export function readSummariesOptions(args: readonly string[]): SummariesOptions {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { events: option, seconds: option, database: option } });
  const count = counts(values);
  return {
    events: count("events", 1_000_000, 10_000_000),
    seconds: count("seconds", 15, 600),
    database: values.database,
  };
}

function counts<Name extends string>(values: Readonly<Partial<Record<Name, string>>>) {
  return (name: Name, fallback: number, max: number): number => {
    const text: string = values[name] ?? String(fallback);
    const number = /^\d+$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > max)
      throw new Error(`--${name} must be a whole number from 1 to ${max}; got "${text}".`);
    return number;
  };
}
