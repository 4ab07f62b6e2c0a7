/**
 * Runs `npm run bench -- backup`: backs up a large installation while its service charges, and restores it into another
 * database. Measures time, size, memory and the effect on readers. That the restored installation is the same and
 * continues is a test (`service/admin/backup-under-load.test.ts`).
 */
import path from "node:path";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { getMedianRound, type Measured, measurePaced, type Request } from "./harness/load";
import { describeTimes } from "./harness/metric";
import type { BenchOptions } from "./harness/options";
import { runProgram } from "./harness/programs";
import { runBench } from "./harness/run-bench";
import { openAccount } from "./harness/workspaces";

const WORKSPACES = 4;
const QUIET_SECONDS = 10;
const PAGE = `${FEEDS.funding.path}?round=seed&limit=20`;

export async function benchBackup(options: BenchOptions<"backup">): Promise<void> {
  const { events, rate } = options;
  await runBench("backup", options, async ({ dataDir, openDatabase, openMarket, startService, print }) => {
    const [source, restored] = [await openMarket("bench_backup", events), await openDatabase("bench_restored")];
    print(`${events.toLocaleString("en-US")} events are there`);
    const requests: Request[] = [];
    for (let index = 0; index < WORKSPACES; index++) {
      const { key } = await openAccount(source.pools.main, `bench ${index}`);
      requests.push({ path: PAGE, headers: { [API_KEY_HEADER]: key } });
    }
    const service = await startService(source.url);
    const pace = (seconds: number) => measurePaced({ url: service.url, requests, connections: 16, seconds }, rate);
    await pace(QUIET_SECONDS);
    const quiet = await pace(QUIET_SECONDS);

    const folder = path.join(dataDir, "backup");
    const during: Measured[] = [];
    let running = true;
    const created = admin(source.url, dataDir, "backup", folder).finally(() => {
      running = false;
    });
    while (running) during.push(await pace(1));
    const { json, seconds, peakMB } = await created;
    const back = await admin(restored.url, path.join(dataDir, "restored"), "restore", folder);
    return [
      { what: "rows", value: json.rows ?? 0 },
      { what: "backup: seconds, all", value: seconds },
      { what: "backup: MB in the folder", value: Math.round(Number(json.bytes) / 1e6) },
      { what: "backup: MB of memory at its peak", value: peakMB },
      ...describeTimes(`pages at ${rate}/s without a backup`, quiet, { digits: 1 }),
      ...describeTimes(`pages at ${rate}/s during the backup`, getMedianRound(during), { digits: 1 }),
      { what: "restore: seconds, all", value: back.seconds },
      { what: "restore: MB of memory at its peak", value: back.peakMB },
    ];
  });
}

/** Runs a command of the build, in another process. */
function admin(databaseUrl: string, dataDir: string, ...args: string[]) {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: "production" };
  return runProgram<{ readonly rows?: number; readonly bytes?: number }>("admin", args, environment);
}
