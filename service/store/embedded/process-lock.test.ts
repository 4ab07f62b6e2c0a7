import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAlive, processStart, thisProcess } from "./process-identity.mjs";
import { withProcessLock } from "./process-lock.mjs";
import { temporaryFolder, until } from "./testing";

let folder: ReturnType<typeof temporaryFolder>;
let lock: string;

beforeEach(() => {
  folder = temporaryFolder();
  lock = join(folder.path, "lock");
});
afterEach(() => folder.remove());

it("distinguishes this process from a later one of the same number", () => {
  expect(isAlive(thisProcess())).toBe(true);
  expect(isAlive({ ...thisProcess(), startedAt: "another boot:1" })).toBe(false);
});

it("counts a zombie as dead", async () => {
  const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(parent.stdout, "data");
  await until(() => processStart(Number(line)) === null);
  expect(existsSync(`/proc/${Number(line)}`)).toBe(true);
  parent.kill("SIGKILL");
});

it("admits one at a time within a process and frees the lock after an error", async () => {
  let inside = 0;
  const visit = () =>
    withProcessLock(lock, {}, async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await Promise.all([visit(), visit(), visit()]);
  await expect(withProcessLock(lock, {}, () => Promise.reject(new Error("work failed")))).rejects.toThrow(
    "work failed",
  );
  await visit();
  expect(existsSync(lock)).toBe(false);
});

it("takes over from a dead holder, one of several contenders at a time", async () => {
  const counter = join(folder.path, "counter");
  writeFileSync(counter, "0");
  const script = join(folder.path, "contender.mjs");
  writeFileSync(
    script,
    `import { readFileSync, writeFileSync } from "node:fs";
     import { withProcessLock } from ${JSON.stringify(join(import.meta.dirname, "process-lock.mjs"))};
     for (let round = 0; round < 10; round += 1) {
       await withProcessLock(${JSON.stringify(lock)}, {}, async () => {
         const before = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
         await new Promise((resolve) => setImmediate(resolve));
         writeFileSync(${JSON.stringify(counter)}, String(before + 1));
       });
       if (process.argv[2] === "die" && round === 4) {
         await withProcessLock(${JSON.stringify(lock)}, {}, () => process.kill(process.pid, "SIGKILL"));
       }
     }`,
  );
  const contenders = ["live", "die", "live", "die"].map((mode) => fork(script, [mode], { execArgv: [] }));
  await Promise.all(contenders.map((child) => once(child, "exit")));
  expect(readFileSync(counter, "utf8")).toBe(String(10 + 5 + 10 + 5));
});

it("names the living holder when the time is over, and reports once that it waits", async () => {
  const waits: number[] = [];
  await withProcessLock(lock, {}, async () => {
    const second = withProcessLock(lock, { timeoutMs: 100, onWait: (pid) => waits.push(pid) }, () => "never");
    await expect(second).rejects.toThrow(`locked by process ${process.pid}`);
  });
  expect(waits).toEqual([process.pid]);
});
