// node stop-idle <DATA_DIR>: run by scripts/start.mjs after it had to kill the service, so that no PostgreSQL is left behind.
import { stopIdleServer } from "./server";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("stop-idle takes the data directory as its argument.");
await stopIdleServer(dataDir);
