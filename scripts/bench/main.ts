/** Runs `npm run bench -- <what>`, which reproduces the measurements of docs/benchmarks.md. */
import { nameHint } from "@dealflow/contract/query/nearest";
import { UsageError } from "@/service/program-options";
import { type Benchmark, type BenchOptions, isBenchmark, readOptions } from "./harness/options";

/** Loads only what one benchmark needs: all of them take seconds. */
const BENCHMARKS: { readonly [B in Benchmark]: () => Promise<(options: BenchOptions<B>) => Promise<void>> } = {
  feed: async () => (await import("./feed/feed")).benchFeed,
  web: async () => (await import("./web/web")).benchWeb,
  accounts: async () => (await import("./accounts")).benchAccounts,
  backup: async () => (await import("./backup")).benchBackup,
  import: async () => (await import("./import")).benchImport,
  lock: async () => (await import("./lock")).benchLock,
  monitoring: async () => (await import("./monitoring")).benchMonitoring,
  overload: async () => (await import("./overload")).benchOverload,
  resolve: async () => (await import("./resolve/resolve")).benchResolve,
  "resolve-generated": async () => (await import("./resolve/generated/generated")).benchGenerated,
  size: async () => (await import("./size")).benchSize,
  summaries: async () => (await import("./summaries")).benchSummaries,
  webhooks: async () => (await import("./webhooks")).benchWebhooks,
};

const [what = "", ...args] = process.argv.slice(2);
try {
  if (!isBenchmark(what))
    throw new UsageError(`Unknown benchmark "${what}"; ${nameHint(what, Object.keys(BENCHMARKS))}.`);
  await runBenchmark(what);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function runBenchmark<B extends Benchmark>(name: B): Promise<void> {
  const options = readOptions(name, args);
  const run = await BENCHMARKS[name]();
  await run(options);
}
