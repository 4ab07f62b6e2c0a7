// Runs as `node stop-idle <DATA_DIR>` when scripts/start.mjs had to kill the service, so that no PostgreSQL remains.
import { stopIdleServer } from "./server";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("stop-idle takes the data directory as its argument.");
await stopIdleServer(dataDir);
