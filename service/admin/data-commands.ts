/** The nightly metrics, and the demo data set. */

import { removeDemo } from "@/service/ingest/demo/load";
import { refreshMetrics } from "@/service/metrics/refresh";
import type { Command } from "./command";

export const DATA_COMMANDS: readonly Command[] = [
  {
    subject: "figures",
    verb: "refresh",
    help: "Refreshes the nightly metrics now: raised in 12 months, known people, prominence. The service does this at 02:00 UTC.",
    options: [],
    async run(pool, _options, now) {
      const created = await refreshMetrics(pool, now);
      const companies = created.companies.toLocaleString("en-US");
      return {
        json: created,
        lines: [`Refreshed the metrics of ${companies} companies in ${(created.ms / 1000).toFixed(1)} s.`],
      };
    },
  },
  {
    subject: "demo",
    verb: "remove",
    help: "Deletes the demo records. Workspaces, keys and imported records are kept.",
    options: [],
    async run(pool) {
      const removed = await removeDemo(pool);
      const lines = Object.entries(removed).map(([what, count]) => `${what}: ${count.toLocaleString("en-US")} removed`);
      return { json: removed, lines };
    },
  },
];
