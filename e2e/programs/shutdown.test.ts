/** A dashboard that is stopped serves on while a load balancer sends visitors elsewhere. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDashboard } from "../../scripts/test-runner/built-programs";
import { sendRaw } from "../support/http";
import type { Stack } from "../support/stack/stack";
import { startTestStack } from "../support/stack/vitest-stack";

const DELAY_S = 2;

let stack: Stack;
const dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-e2e-shutdown-"));
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a dashboard serves on for SHUTDOWN_DELAY after a stop signal, while it is not ready", async () => {
  const { child, port, stop } = await startDashboard({
    DATA_DIR: dataDir,
    API_INTERNAL_URL: stack.service.url,
    SECRET: stack.secret,
    SHUTDOWN_DELAY: String(DELAY_S),
  });
  try {
    const get = (address: string) => sendRaw(`http://127.0.0.1:${port}`, address, { Connection: "keep-alive" });
    const before = await get("/sign-in");
    expect([before.status, before.headers.connection]).toEqual([200, "keep-alive"]);
    expect((await get("/readyz")).status).toBe(200);

    const exit = once(child, "exit");
    child.kill("SIGTERM");
    const stoppedAt = performance.now();
    await expect.poll(async () => (await get("/readyz")).status).toBe(503);
    const unready = await get("/readyz");
    expect([unready.status, JSON.parse(unready.body).reason]).toEqual([503, "the dashboard stops"]);
    const after = await get("/sign-in");
    expect([after.status, after.headers.connection]).toEqual([200, "close"]);
    await exit;
    expect(performance.now() - stoppedAt).toBeGreaterThanOrEqual(DELAY_S * 1_000 - 10);
    await expect(get("/healthz")).rejects.toThrow("ECONNREFUSED");
  } finally {
    await stop();
  }
});
