/** The attempts of a delivery belong to the trace of the request that caused it. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { WEBHOOK_RETRY_DELAYS_MS } from "@dealflow/contract/webhook-events";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeEach, expect, it } from "vitest";
import { inSpan } from "@/lib/monitoring/phases";
import { ensureBuilt } from "@/scripts/build.mjs";
import { runProgram } from "@/service/ingest/testing/program";
import { subscribe } from "./testing/subscriptions";
import { WorkerStage } from "./testing/worker-stage";

const stage = new WorkerStage();
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
beforeEach(() => exporter.reset());
afterAll(() => provider.shutdown());

const findAttempts = () => exporter.getFinishedSpans().filter(({ name }) => name === "deliver webhook");

async function readTraceparents(): Promise<(string | null)[]> {
  const { rows } = await stage.pool.query<{ traceparent: string | null }>("select traceparent from webhook_deliveries");
  return rows.map(({ traceparent }) => traceparent);
}

it("the first attempt is a part of the request, and a later one a trace of its own with a link to it", async () => {
  await subscribe(stage.pool, { "funding.created": "" });
  const request = await inSpan("request", {}, async (span) => {
    await stage.addRound();
    return span.spanContext();
  });
  const worker = stage.workerWith(() => (findAttempts().length === 0 ? { error: "timeout", status: null } : {}));
  expect(await worker.runOnce()).toBe(1);
  stage.clock += 60 * WEBHOOK_RETRY_DELAYS_MS[0];
  expect(await worker.runOnce()).toBe(1);
  const [first, second] = findAttempts();
  expect(first?.parentSpanContext).toMatchObject({ traceId: request.traceId, spanId: request.spanId });
  expect(first?.spanContext().traceId).toBe(request.traceId);
  expect(second?.parentSpanContext).toBeUndefined();
  expect(second?.spanContext().traceId).not.toBe(request.traceId);
  expect(second?.links).toMatchObject([{ context: { traceId: request.traceId, spanId: request.spanId } }]);
  expect(worker.sent).toHaveLength(2);
  for (const { headers } of worker.sent)
    expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain("traceparent");
});

it("a delivery that no traced request caused is a trace of its own", async () => {
  await subscribe(stage.pool, { "funding.created": "" });
  await stage.addRound();
  expect(await readTraceparents()).toEqual([null]);
  await stage.workerWith(() => ({})).runOnce();
  expect(findAttempts()).toMatchObject([{ parentSpanContext: undefined, links: [] }]);
});

it("deliveries of an import are parts of the request that starts its program", async () => {
  await ensureBuilt("service");
  const folder = mkdtempSync(path.join(tmpdir(), "dealflow-traced-import-"));
  const file = path.join(folder, "events.jsonl");
  const company = { name: "Quorvane", domain: "quorvane.example" };
  const record = { round: "seed", announcedAt: "2026-11-01", company };
  writeFileSync(file, `${JSON.stringify({ kind: "funding", key: "1", record })}\n`);
  await subscribe(stage.pool, { "funding.created": "" });
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const variables = { ...process.env, DATABASE_URL: stage.url, DATA_DIR: folder, TRACEPARENT: traceparent };
  const { code } = await runProgram(variables, ["jsonl", file, "--source", "list", "--notify"]);
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(0);
  expect(await readTraceparents()).toEqual([traceparent]);
});
