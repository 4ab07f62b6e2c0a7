import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/dashboard";
import { fetchWithTimeout } from "./account";

let server: TestServer;
beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.url === "/empty") response.writeHead(204).end();
    else if (request.url === "/begun") response.write("begun");
    else if (request.url === "/whole") response.writeHead(201, { "X-Said": "so" }).end("whole");
  });
});
afterAll(() => server.stop());

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

it("responds as fetch does, and leaves no timer behind", async () => {
  const before = timers();
  for (let time = 0; time < 20; time++) {
    const whole = await fetchWithTimeout(60_000, `${server.url}/whole`, {});
    expect([whole.status, whole.headers.get("X-Said"), await whole.text()]).toEqual([201, "so", "whole"]);
    const streamed = await fetchWithTimeout(60_000, `${server.url}/whole`, {}, true);
    expect([streamed.status, await streamed.text()]).toEqual([201, "whole"]);
    const empty = await fetchWithTimeout(60_000, `${server.url}/empty`, {});
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
    await expect(fetchWithTimeout(60_000, "http://127.0.0.1:1/", {})).rejects.toThrow();
  }
  expect(timers() - before).toBeLessThan(20);
});

it("times out when there is no response, and when it is incomplete", async () => {
  await expect(fetchWithTimeout(50, `${server.url}/nothing`, {})).rejects.toThrow("no complete response within 50 ms");
  await expect(fetchWithTimeout(200, `${server.url}/begun`, {})).rejects.toThrow("no complete response within 200 ms");
  const begun = await fetchWithTimeout(200, `${server.url}/begun`, {}, true);
  await expect(begun.text()).rejects.toThrow();
});
