/** Runs `npm run cluster`: starts a cluster on this machine, prints the settings of a service on it, and stops it on Ctrl-C. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cluster } from "./cluster";

const folder = mkdtempSync(join(tmpdir(), "dealflow-cluster-"));

try {
  const cluster = await Cluster.create(folder);
  const stopped = new Promise<void>((resolve) => {
    // A second signal does not interrupt the stop.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  try {
    console.log(`Starting three nodes in ${folder} …`);
    await Promise.race([cluster.start(), stopped]);
    console.log("A service on this cluster has these settings:\n");
    for (const [name, value] of Object.entries(cluster.settings)) console.log(`${name}=${value}`);
    const { repository } = cluster.backups;
    console.log(
      `\nBackups are in ${repository}, which pgBackRest reads with --config=${cluster.backups.getConfiguration("node1")}.`,
    );
    console.log("\nCtrl-C stops the cluster and deletes it.");
    await stopped;
  } finally {
    await cluster.stop();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
