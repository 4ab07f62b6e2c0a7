/**
 * Kills processes that add and deliver events, two at a time, at random moments: nothing is lost, nothing gets a new
 * id, and nothing is paid for twice.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { bundle } from "@/scripts/build.mjs";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { grantCredits, readBalance } from "@/service/credits/ledger";
import { LONG, print, TIMEOUT_MS } from "@/service/http/long/testing";
import { TEST_CA } from "@/service/net/testing/certificates";
import { startReceiver } from "@/service/net/testing/receiver";
import { testDatabase } from "@/service/store/testing";
import { readDeliveries, subscribe } from "./testing/subscriptions";

const ROOT = path.resolve(import.meta.dirname, "../..");
const GUARD = pathToFileURL(path.join(ROOT, "scripts", "processes", "child-guard.mjs")).href;
// Each kill starts two programs.
const EVENTS = LONG ? 1_000 : 12;
const KILLS = LONG ? 100 : 1;

it(
  `survives ${KILLS} kills during ${EVENTS} events`,
  async () => {
    const database = await testDatabase();
    const receiver = await startReceiver();
    const dist = path.join(ROOT, "dist");
    mkdirSync(dist, { recursive: true });
    const folder = mkdtempSync(path.join(dist, "worker-crash-"));
    const ca = path.join(folder, "ca.pem");
    writeFileSync(ca, TEST_CA);
    try {
      // Starting it from the sources takes four times as long.
      await bundle({ worker: "service/webhooks/worker.test-program.ts" }, folder);
      await subscribe(database.pool, { "funding.created": "" }, { url: receiver.url() });
      const { workspaceId } = await subscribe(database.pool, { "funding.created": "" }, { url: receiver.url() });
      await updateWorkspace(database.pool, workspaceId, { plan: "free" });
      await grantCredits(database.pool, workspaceId, EVENTS + 1, new Date());
      const start = () =>
        spawn(
          process.execPath,
          ["--import", GUARD, path.join(folder, "worker.mjs"), database.url, ca, "1", String(EVENTS)],
          {
            cwd: ROOT,
            env: { NODE_ENV: "test", DEALFLOW_STARTED_BY: String(process.pid), TMPDIR: tmpdir() },
            stdio: "ignore",
          },
        );
      const states = async () => (await readDeliveries(database.pool)).map(({ state }) => state);
      for (let kill = 0; kill < KILLS; kill++) {
        const [children, before] = [[start(), start()], receiver.received.length];
        // They are killed while they work: some moment after their first delivery.
        await expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before);
        for (const child of children) {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
          const exited = once(child, "exit");
          child.kill("SIGKILL");
          await exited;
        }
      }
      const last = start();
      // It may have most of the deliveries to make, and waits until what the killed ones held is free again.
      await expect
        .poll(async () => (await states()).filter((state) => state === "succeeded").length, { timeout: 300_000 })
        .toBe(2 * EVENTS);
      const exited = once(last, "exit");
      last.kill("SIGKILL");
      await exited;
      const stored = (await readDeliveries(database.pool)).map(({ id }) => id);
      const received = receiver.received.map(({ headers }) => String(headers["webhook-id"]));
      expect(stored).toHaveLength(2 * EVENTS);
      expect([...new Set(received)].sort()).toEqual(stored.sort());
      expect(await readBalance(database.pool, workspaceId)).toMatchObject({ balance: 1, used: EVENTS });
      print(`${received.length - 2 * EVENTS} of ${2 * EVENTS} deliveries were sent again`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await receiver.stop();
      await database.drop();
    }
  },
  TIMEOUT_MS,
);
