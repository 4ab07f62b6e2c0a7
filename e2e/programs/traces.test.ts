/** A purchase is one trace: from the request to the dashboard, through the service, to the statement that charges. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { BUY } from "@dealflow/contract/account/explore";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INTENT_HEADER } from "@/lib/api/dashboard";
import { startTestDashboard, type TestDashboard } from "../support/stack/dashboard";
import type { Stack } from "../support/stack/stack";
import { startTestStack } from "../support/stack/vitest-stack";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  /** The program that exported it. */
  readonly program: string;
}

/** A collector of OpenTelemetry receives this as JSON. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, "attributes">;
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, "program">[] }[];
  }[];
}

const spans: Span[] = [];
const collector = createServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as Export;
  for (const { resource, scopeSpans } of resourceSpans)
    for (const span of scopeSpans.flatMap((scope) => scope.spans))
      spans.push({ ...span, program: readAttribute(resource, "service.name") });
  response.end("{}");
});

function readAttribute({ attributes }: Pick<Span, "attributes">, name: string): string {
  return Object.values(attributes.find(({ key }) => key === name)?.value ?? {}).join();
}

let stack: Stack;
let dashboard: TestDashboard;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: "100" };
  stack = await startTestStack(settings);
  dashboard = await startTestDashboard(stack, 10, settings);
});
afterAll(async () => {
  await dashboard.stop();
  await stack.stop();
  collector.close();
});

/** Sends a request of the account's person from a page of the dashboard. */
function send(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { name, value } = dashboard.account.cookie;
  const ofPage = { Cookie: `${name}=${value}`, Origin: dashboard.url, "Sec-Fetch-Site": "same-origin" };
  return fetch(`${dashboard.url}/api${path}`, {
    method: "POST",
    headers: { ...ofPage, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const findRequest = (requestId: string | null) =>
  spans.find((span) => readAttribute(span, "dealflow.request_id") === requestId);

/** Returns the names of a span and of all that it is part of, the outermost first. */
function readPath({ parentSpanId, program, name }: Span): string[] {
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  return [...(parent === undefined ? [] : readPath(parent)), `${program}: ${name}`];
}

/** Draws the spans of a trace below those that they are part of. */
function drawTrace(trace: readonly Span[]): string {
  const lines = (inner: readonly Span[], depth: number): string[] =>
    inner.flatMap((span) => [
      `${"  ".repeat(depth)}${span.program}: ${span.name}`,
      ...lines(
        trace.filter(({ parentSpanId }) => parentSpanId === span.spanId),
        depth + 1,
      ),
    ]);
  return lines(
    trace.filter(({ parentSpanId }) => parentSpanId === undefined),
    0,
  ).join("\n");
}

test("a purchase is one trace of the dashboard, the service, its charge and the statements", async () => {
  await stack.addEvent(
    JSON.stringify({ kind: "funding", record: { company: { name: "Axwell" }, announcedAt: "2026-03-02" } }),
  );
  const path = BUY.records.path.replace(":id", "funding");
  const headers = { [INTENT_HEADER]: "buy", [IDEMPOTENCY_KEY_HEADER]: randomUUID() };
  const response = await send(`${path}?limit=1`, {}, headers);
  expect([response.status, await dashboard.account.balance()]).toEqual([200, 9]);

  const requestId = response.headers.get(REQUEST_ID_HEADER);
  await expect.poll(() => findRequest(requestId)).toBeDefined();
  const traceId = findRequest(requestId)?.traceId ?? "";
  const readTrace = () => spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => readTrace().some(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
  const statement = readTrace().find(({ name, parentSpanId }) => {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId);
    return name === "WITH" && parent?.name === "charge";
  });
  expect(statement && readPath(statement), drawTrace(readTrace())).toEqual([
    "dealflow-dashboard: POST /api/account/[...path]",
    "dealflow-dashboard: executing api route (app) /api/account/[...path]",
    "dealflow-service: POST /account/v1/records/:id",
    "dealflow-service: charge",
    "dealflow-service: WITH",
  ]);
  expect(JSON.stringify(spans)).not.toContain("Axwell");
  for (const program of [stack.service, dashboard])
    await expect.poll(() => program.output()).toContain(`"traceId":"${traceId}"`);
});

test("a test delivery is a part of the trace of the request that sends it, which the receiver does not learn", async () => {
  const received: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    request.resume().once("end", () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const draft = {
    ...{ url: `http://127.0.0.1:${port}/hooks`, description: "" },
    events: [{ event: "funding.created", query: "" }],
  };
  const added = await send(ACCOUNT.addWebhook.path, draft);
  const { webhook } = await added.json();
  const tested = await send(ACCOUNT.testWebhook.path.replace(":id", webhook.id), { event: "funding.created" });
  const { id } = await tested.json();
  await expect
    .poll(() => spans.filter((span) => readAttribute(span, "dealflow.delivery_id") === id).map(readPath))
    .toEqual([
      [
        "dealflow-dashboard: POST /api/account/[...path]",
        "dealflow-dashboard: executing api route (app) /api/account/[...path]",
        "dealflow-service: POST /account/v1/webhooks/:id/test",
        "dealflow-service: deliver webhook",
      ],
    ]);
  expect(received).toHaveLength(1);
  expect(received[0]).not.toHaveProperty("traceparent");
  receiver.close();
});

test("a client of the API does not choose the trace of its request", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const response = await fetch(`${stack.service.url}${FEEDS.funding.path}?limit=1`, {
    headers: { [API_KEY_HEADER]: dashboard.account.key, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  const requestId = response.headers.get(REQUEST_ID_HEADER);
  await expect.poll(() => findRequest(requestId)).toBeDefined();
  expect(findRequest(requestId)).toMatchObject({ name: `GET ${FEEDS.funding.path}` });
  expect(findRequest(requestId)?.traceId).not.toBe(traceId);
});

test("a collector that is away is reported once, and fails nothing", async () => {
  const service = await stack.anotherService({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
  });
  try {
    const headers = { [API_KEY_HEADER]: dashboard.account.key };
    const request = () => fetch(`${service.url}${FEEDS.funding.path}?limit=1`, { headers });
    expect((await request()).status).toBe(200);
    await expect
      .poll(service.output)
      .toMatch(/Traces are lost, because the collector [^"]* does not take them: connect ECONNREFUSED 127\.0\.0\.1:9"/);
    expect((await request()).status).toBe(200);
    const exit = once(service.child, "exit");
    service.child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    expect(service.output().match(/Traces are lost/g)).toHaveLength(1);
  } finally {
    await service.stop();
  }
});
