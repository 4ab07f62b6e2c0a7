/** Runs `npm run bench -- <what>`, which reproduces the measurements of docs/benchmarks.md. */
import { nameHint } from "@dealflow/contract/query/nearest";
import { UsageError } from "@/service/program-options";
import { benchAccounts } from "./accounts";
import { benchBackup } from "./backup";
import { benchBudgets, benchPayOnce } from "./charges";
import { benchFeed } from "./feed/feed";
import { type Benchmark, isBenchmark } from "./harness/options";
import { benchImport } from "./import";
import { benchLock } from "./lock";
import { benchMcp } from "./mcp";
import { benchMemory } from "./memory";
import { benchPreviews } from "./previews";
import { benchGenerated } from "./resolve/generated/generated";
import { benchResolve } from "./resolve/resolve";
import { benchSearch } from "./search";
import { benchSummaries } from "./summaries";
import { benchWeb } from "./web/web";
import { benchWebhooks } from "./webhooks";

const BENCHMARKS: Readonly<Record<Benchmark, (args: readonly string[]) => Promise<void>>> = {
  feed: benchFeed,
  web: benchWeb,
  accounts: benchAccounts,
  budgets: benchBudgets,
  "pay-once": benchPayOnce,
  backup: benchBackup,
  import: benchImport,
  lock: benchLock,
  mcp: benchMcp,
  memory: benchMemory,
  previews: benchPreviews,
  resolve: benchResolve,
  "resolve-generated": benchGenerated,
  search: benchSearch,
  summaries: benchSummaries,
  webhooks: benchWebhooks,
};

const [what = "", ...args] = process.argv.slice(2);
try {
  if (!isBenchmark(what))
    throw new UsageError(`Unknown benchmark "${what}"; ${nameHint(what, Object.keys(BENCHMARKS))}.`);
  await BENCHMARKS[what](args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
