/** `npm run bench -- <what>`: reproduces the measurements of docs/benchmarks.md. */
import { benchAccounts } from "./accounts";
import { benchBackup } from "./backup";
import { benchBudgets } from "./budgets";
import { benchFeed } from "./feed";
import { benchLimits } from "./limits";
import { benchMcp } from "./mcp";
import { benchMemory } from "./memory";
import { benchPayOnce } from "./pay-once";
import { benchPreviews } from "./previews";
import { benchSearch } from "./search";
import { benchSummaries } from "./summaries";
import { benchWeb } from "./web/web";
import { benchWebhooks } from "./webhooks";

const BENCHMARKS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  feed: benchFeed,
  web: benchWeb,
  accounts: benchAccounts,
  budgets: benchBudgets,
  "pay-once": benchPayOnce,
  backup: benchBackup,
  limits: benchLimits,
  mcp: benchMcp,
  memory: benchMemory,
  previews: benchPreviews,
  search: benchSearch,
  summaries: benchSummaries,
  webhooks: benchWebhooks,
};

const [what = "", ...args] = process.argv.slice(2);
const bench = BENCHMARKS[what];
if (bench === undefined) {
  process.stderr.write(`Unknown benchmark "${what}"; use one of ${Object.keys(BENCHMARKS).join(", ")}.\n`);
  process.exitCode = 2;
} else {
  await bench(args);
}
