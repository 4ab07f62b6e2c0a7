// Loaded into a program that `npm run bench -- memory` measures: at SIGUSR2 it collects garbage and writes down what is left.
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const FILE = process.env.DEALFLOW_MEMORY_FILE;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

process.on("SIGUSR2", () => {
  // What a first collection lets go of may hold on to more.
  for (let time = 0; time < 3; time++) collectGarbage();
  writeFileSync(`${FILE}.new`, JSON.stringify(process.memoryUsage()));
  renameSync(`${FILE}.new`, FILE);
});
