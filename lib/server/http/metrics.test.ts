import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { startServer } from "../testing/dashboard";
import { serveMetrics } from "./metrics";
import { countStreams } from "./open-streams";

const metrics = serveMetrics({ host: "127.0.0.1", port: 0 }, "1.2.3");
await once(metrics, "listening");
const { port } = metrics.address() as AddressInfo;
const read = async (path = "/metrics") => fetch(`http://127.0.0.1:${port}${path}`);
const site = await startServer((request, response) => {
  response.writeHead(request.url === "/gone" ? 404 : 200).end();
});
afterAll(async () => {
  await site.stop();
  metrics.close();
});

it("counts the requests to the dashboard by kind and status, and not those for metrics", async () => {
  for (const path of ["/funding?round=seed", "/gone", "/api/account/v1/workspace", "/_next/static/a.js"])
    await (await fetch(`${site.url}${path}`)).text();
  const text = await (await read()).text();
  const counts = text.split("\n").filter((line) => line.startsWith("dealflow_http_request_duration_seconds_count"));
  expect(counts).toEqual(
    [
      ["page", "200"],
      ["page", "404"],
      ["api", "200"],
      ["asset", "200"],
    ].map(
      ([kind, status]) =>
        `dealflow_http_request_duration_seconds_count{method="GET",status="${status}",kind="${kind}"} 1`,
    ),
  );
  expect(text).toMatch(/^dealflow_build_info\{version="1\.2\.3"\} 1$/m);
  // Other tests of this process may have left some.
  expect(text).toContain(`\ndealflow_open_streams ${countStreams()}\n`);
});

it("has no other address", async () => {
  expect((await read("/")).status).toBe(404);
});
