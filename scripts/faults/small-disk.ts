/** Mounts a file system for the database, so small that it can be filled. */
import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** It takes memory only as it is filled. */
const SIZE = "1g";
const CHUNK = Buffer.alloc(256 * 1024, 1);

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** Returns undefined where this user may not mount one. */
export function mountSmallDisk(parent: string) {
  const folder = join(parent, "disk");
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=0755`, "dealflow-faults", folder], {
      stdio: "ignore",
    });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  // The user of PostgreSQL has to pass through.
  chmodSync(folder, 0o755);
  const ballast = join(folder, "ballast");
  return {
    folder,
    /** Leaves no byte free for that long (ms), also of files that are removed meanwhile. */
    fill: async (ms: number) => {
      const until = performance.now() + ms;
      try {
        while (performance.now() < until) {
          fillFreeSpace(folder, ballast);
          await delay(100);
        }
      } finally {
        rmSync(ballast, { force: true });
      }
    },
    remove: () => {
      execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
    },
  };
}

function fillFreeSpace(folder: string, ballast: string): void {
  const file = openSync(ballast, "a");
  try {
    while (statfsSync(folder).bavail > 0) writeSync(file, CHUNK);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}
