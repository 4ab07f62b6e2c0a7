/** Requests that no ordinary client sends, as bytes: each gets the envelope, and nothing happens. */
import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { RESOURCE_METADATA_PATHS } from "@dealflow/contract/mcp";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS } from "@/lib/describe/documents";
import { createApp } from "./app";
import { handleClientError, listen } from "./server";
import { type TestService, testService, testServices } from "./testing/service";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

async function exchange(...lines: readonly string[]) {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.end(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head, body };
}

const OWN = "Host: 127.0.0.1";

describe("a request of bytes", () => {
  it.each([
    ["with a whole address", ["GET http://evil.example/ HTTP/1.1", OWN], 400, "INVALID_INPUT"],
    ["with a whole address of ours", ["GET http://127.0.0.1/healthz HTTP/1.1", OWN], 400, "INVALID_INPUT"],
    ["of everything", ["OPTIONS * HTTP/1.1", OWN], 400, "INVALID_INPUT"],
    ["to trace it", ["TRACE /healthz HTTP/1.1", OWN], 405, "METHOD_NOT_ALLOWED"],
    ["without a Host", ["GET /healthz HTTP/1.1"], 400, "INVALID_INPUT"],
    ["with an empty Host", ["GET /healthz HTTP/1.1", "Host:"], 400, "INVALID_INPUT"],
    ["with a Host that is none", ["GET /healthz HTTP/1.1", "Host: a b/c"], 400, "INVALID_INPUT"],
    ["with two Hosts", ["GET /healthz HTTP/1.1", OWN, "Host: evil.example"], 400, "INVALID_INPUT"],
    ["with a path that is none", ["GET /v1\\companies HTTP/1.1", OWN], 400, "INVALID_INPUT"],
    ["with an unknown expectation", ["GET /nowhere HTTP/1.1", OWN, "Expect: something"], 404, "NOT_FOUND"],
    ["of HTTP 1.0 without a Host", ["GET /healthz HTTP/1.0"], 400, "INVALID_INPUT"],
    ["that is not HTTP", ["GET /healthz HTTP/x", OWN], 400, "INVALID_INPUT"],
  ] as const)("%s is refused in the envelope", async (_, lines, status, code) => {
    const { head, body } = await exchange(...lines);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).not.toMatch(/^(Location|Refresh):/im);
    expect(head).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
    expect(head).toMatch(/^Cache-Control: no-store\r$/im);
    const json = /\{.*\}/.exec(body)?.[0] ?? "";
    expect(JSON.parse(json)).toMatchObject({
      success: false,
      error: { code },
      meta: { requestId: expect.any(String) },
    });
  });
});

it.each(["/healthz", "/v1/companies", "/nowhere", "/mcp", "/openapi.json"])("%s is not to be sniffed", async (path) => {
  expect((await fetch(`${service.url}${path}`)).headers.get("X-Content-Type-Options")).toBe("nosniff");
});

it.each([...Object.values(DOCUMENTS).map(({ path }) => path), ...RESOURCE_METADATA_PATHS])(
  "POST %s is 405 and names what is allowed",
  async (path) => {
    const response = await fetch(`${service.url}${path}`, { method: "POST" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expect(await response.json()).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
    expect((await fetch(`${service.url}${path}`, { method: "HEAD" })).status).toBe(200);
  },
);

it("a connection that is opened in advance is closed without an answer when no request comes", async () => {
  const socket = new PassThrough();
  handleClientError(Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  expect([socket.destroyed, socket.readableLength]).toEqual([true, 0]);
});

it("a port that is taken is reported with its setting", async () => {
  const port = Number(new URL(service.url).port);
  await expect(listen(createApp(testServices(service.database)), "127.0.0.1", port, "METRICS_PORT")).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use; set METRICS_PORT to a free port.`,
  );
});

it("a client that never sends the rest of its request does not keep the service from stopping", async () => {
  const server = await listen(createApp(testServices(service.database)), "127.0.0.1", 0, "API_PORT");
  const { key } = await service.account(1);
  const socket = connect(server.port, "127.0.0.1");
  const head = [`POST ${TIMELINE_PATH} HTTP/1.1`, OWN, `${API_KEY_HEADER}: ${key}`, "Content-Length: 10"];
  socket.write(`${[...head, "Expect: 100-continue"].join("\r\n")}\r\n\r\n`);
  const [interim] = await once(socket, "data");
  expect(String(interim)).toMatch(/^HTTP\/1\.1 100 /);
  const closed = once(socket, "close");
  await server.stop(100);
  await closed;
});
