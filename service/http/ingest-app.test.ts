import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createIngestApp } from "./ingest-app";
import { listen, type RunningServer } from "./server";

const TOKEN = "a-token-of-a-source-0123456789";
let database: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await testDatabase();
  const app = createIngestApp({ pool: database.pool, token: TOKEN, log: pino({ level: "silent" }) });
  server = await listen(app, "127.0.0.1", 0);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}/ingest/reports`, {
    method: "POST",
    headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, json: Object(await response.json()) };
}

const round = (name: string, more = {}) => ({
  kind: "funding",
  record: { company: { name }, round: "seed", announcedAt: "2026-05-04", ...more },
});

describe("POST /ingest/reports", () => {
  it("stores a batch as an import, and the same batch once", async () => {
    const body = { source: "wire", reports: [round("Quorvane"), { kind: "funding", record: {} }, round("Oakmesh")] };
    const first = await send(body);
    const refused = [{ report: 1, reason: "announcedAt is missing: an event must have a date." }];
    expect(first).toMatchObject({ status: 200, json: { data: { rows: { added: 2, refused: 1 }, refused } } });
    const again = await send(body);
    expect(again.json.data).toMatchObject({ import: first.json.data.import, rows: { added: 2, refused: 1 } });
    const { rows } = await database.pool.query("select source, file, channel from imports");
    expect(rows).toEqual([{ source: "wire", file: "POST /ingest/reports", channel: "HTTP" }]);
  });

  it("stores what an idempotency key names once, whatever the body", async () => {
    const key = { "Idempotency-Key": "one" };
    const first = await send({ source: "wire", reports: [round("Tarnfell")] }, key);
    const again = await send({ source: "wire", reports: [round("Another")] }, key);
    expect(again.json.data.import).toBe(first.json.data.import);
    const { rows } = await database.pool.query("select from funding_events where record like '%Another%'");
    expect(rows).toEqual([]);
  });

  it.each([
    [{ Authorization: "Bearer wrong" }, { source: "wire", reports: [] }, 401, "the header Authorization must be"],
    [{}, "{", 400, "the body is not valid JSON"],
    [{}, { source: "My Wire", reports: [round("A")] }, 400, "source: must be 1 to 60 of a-z"],
    [{}, { source: "wire", reports: [] }, 400, "reports: must have at least one report"],
    [{}, { source: "wire", reports: Array.from({ length: 1_001 }, () => 1) }, 400, "at most 1000 reports"],
    [{}, "x".repeat(9 * 1024 * 1024), 413, "the body is larger than"],
  ])("refuses %j %j", async (headers, body, status, message) => {
    const answer = await send(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toContain(message);
  });
});
