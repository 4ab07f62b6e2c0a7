import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import packageFile from "@/package.json";
import { createReadiness } from "@/service/http/health";
import { testService } from "@/service/http/testing/service";
import { openPools } from "@/service/store/pools/pools";
import { startServer, type TestServer } from "../testing/dashboard";
import { healthResponse, readinessResponse } from "./health";

/** Generous: the content of the response matters here, not its speed on a busy machine (ms). */
const PATIENCE_MS = 20_000;
const own = (apiInternalUrl: string) => ({ apiKey: undefined, apiInternalUrl });

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function startForeignHost(listener: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(listener);
  stops.push(server.stop);
  return server;
}

async function readResponse(result: Response): Promise<unknown> {
  return { status: result.status, body: await result.json() };
}

describe("/healthz of the dashboard", () => {
  it("responds without calling any other program", async () => {
    expect(await readResponse(healthResponse())).toEqual({
      status: 200,
      body: { status: "ok", version: packageFile.version },
    });
  });
});

describe("/readyz of the dashboard", () => {
  it("is 200 while the service is ready", async () => {
    const service = await testService();
    stops.push(service.stop);
    expect(await readResponse(await readinessResponse(own(service.url), PATIENCE_MS))).toEqual({
      status: 200,
      body: { status: "ready", version: packageFile.version },
    });
  });

  it("is 503 with the reason while the service has no database", async () => {
    const pools = openPools("postgres://nobody@127.0.0.1:9/nothing");
    stops.push(pools.close);
    const whole = await testService();
    stops.push(whole.stop);
    const readiness = createReadiness(pools, { isPreloading: () => false }, pino({ level: "silent" }));
    const service = await testService(whole, { readiness });
    stops.push(service.stop);
    expect(await readResponse(await readinessResponse(own(service.url), PATIENCE_MS))).toMatchObject({
      status: 503,
      body: { status: "unavailable", reason: "the service is not ready: charging" },
    });
  });

  it("names the parts that the service reports as failing", async () => {
    const service = await startForeignHost((_, response) => {
      response.writeHead(503, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ status: "unavailable", failing: ["charging", 7, "reading"] }));
    });
    expect(await readResponse(await readinessResponse(own(service.url), PATIENCE_MS))).toMatchObject({
      status: 503,
      body: { status: "unavailable", reason: "the service is not ready: charging, reading" },
    });
  });

  it("is 503 when the service does not respond in time", async () => {
    const service = await startForeignHost(() => undefined);
    expect(await readResponse(await readinessResponse(own(service.url), 50))).toMatchObject({
      status: 503,
      body: { reason: "the service did not respond within 50 ms" },
    });
  });

  it("is 503 when the service is not running", async () => {
    expect(await readResponse(await readinessResponse(own("http://127.0.0.1:9")))).toMatchObject({
      status: 503,
      body: { reason: "the service cannot be reached" },
    });
  });

  it("does not call a foreign host, where a request may cost something", async () => {
    let requests = 0;
    const host = await startForeignHost((_, response) => {
      requests++;
      response.end();
    });
    const result = await readinessResponse({ apiKey: "key", apiInternalUrl: host.url });
    expect(await readResponse(result)).toMatchObject({ status: 200, body: { status: "ready" } });
    expect(requests).toBe(0);
  });
});
