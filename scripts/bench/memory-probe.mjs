// Collects garbage at SIGUSR2 and writes down the remaining memory, for `npm run bench -- memory`.
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const FILE = process.env.DEALFLOW_MEMORY_FILE;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

process.on("SIGUSR2", () => {
  // Objects that a first collection frees may hold others.
  for (let time = 0; time < 3; time++) collectGarbage();
  writeFileSync(`${FILE}.new`, JSON.stringify(process.memoryUsage()));
  renameSync(`${FILE}.new`, FILE);
});
