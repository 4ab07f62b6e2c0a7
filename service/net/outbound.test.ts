import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Network, parseNetwork } from "@/lib/net/address";
import { createOutbound, type Outbound, type OutboundSettings } from "./outbound";
import { TEST_CA } from "./testing/certificates";
import { FORBIDDEN_TARGETS, PUBLIC_ADDRESS, resolveTestName } from "./testing/forbidden-targets";
import { type Receiver, startReceiver } from "./testing/receiver";

const LOOPBACK: readonly Network[] = [parseNetwork("127.0.0.0/8") ?? expect.fail()];
const opened: Outbound[] = [];

function outbound(settings: Partial<OutboundSettings> = {}): Outbound {
  const created = createOutbound({
    allowed: LOOPBACK,
    ca: TEST_CA,
    responseBytes: 16_384,
    deadlineMs: 15_000,
    resolve: async () => ["127.0.0.1"],
    ...settings,
  });
  opened.push(created);
  return created;
}
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

describe("a forbidden target", () => {
  let listener: Server;
  let reached = 0;
  beforeAll(async () => {
    listener = createServer((socket) => {
      reached++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(8443, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => listener.close(resolve)));

  it("has at least 60 spellings here", () => {
    expect(new Set(FORBIDDEN_TARGETS).size).toBeGreaterThanOrEqual(60);
  });

  it.each(FORBIDDEN_TARGETS)("is refused at check and at connect: %s", async (target) => {
    const strict = outbound({ allowed: [], resolve: resolveTestName });
    const { problem } = { problem: undefined, ...(await strict.check(target)) };
    expect(problem).toMatch(/^[A-Z].*\.$/);
    const exchange = await strict.post(target, {}, "{}");
    expect(["address", "dns"]).toContain(exchange.error);
    expect(exchange).toMatchObject({ status: null, body: null });
    expect(reached).toBe(0);
  });

  it("is refused when its name is rebound between check and connect", async () => {
    const resolved = [[PUBLIC_ADDRESS], ["127.0.0.1"], ["169.254.169.254"], [PUBLIC_ADDRESS, "::1"]];
    let turn = 0;
    const strict = outbound({ allowed: [], resolve: async () => resolved[turn++] ?? [] });
    const target = "https://rebound.example:8443/";
    expect(await strict.check(target)).toEqual({ url: target });
    for (let index = 1; index < resolved.length; index++)
      expect(await strict.post(target, {}, "{}")).toMatchObject({ error: "address", status: null, body: null });
    expect(reached).toBe(0);
  });

  it("is refused in plain HTTP or on other ports even next to allowed networks", async () => {
    const { check } = outbound({ resolve: resolveTestName });
    expect(await check("http://public.example/")).toHaveProperty("problem");
    expect(await check("https://public.example:9000/")).toHaveProperty("problem");
    expect(await check("https://one-private.example/")).toHaveProperty("problem");
    expect(await check("http://127.0.0.1:9000/")).toEqual({ url: "http://127.0.0.1:9000/" });
    // Its other address is not in the allowed network.
    expect(await check("http://localhost:9000/")).toHaveProperty("problem");
  });
});

describe("a public target", () => {
  it("is allowed on 443 and 8443, and its URL is normalized", async () => {
    const { check } = outbound({ allowed: [], resolve: resolveTestName });
    for (const [text, url] of [
      ["https://public.example", "https://public.example/"],
      ["https://PUBLIC.example.:443/a?b=c#d", "https://public.example/a?b=c"],
      ["https://public.example:8443/x", "https://public.example:8443/x"],
      [`https://${PUBLIC_ADDRESS}/`, `https://${PUBLIC_ADDRESS}/`],
      ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
    ] as const)
      expect(await check(text)).toEqual({ url });
  });
});

describe("a request", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  afterEach(() => {
    receiver.respond = (response) => void response.writeHead(204).end();
  });
  const post = (url: string, settings: Partial<OutboundSettings> = {}) =>
    outbound(settings).post(url, { "X-Test": "1" }, '{"a":"é"}');

  it("reaches a receiver whose certificate the given authority signed, and nobody else's", async () => {
    expect(await post(receiver.url())).toMatchObject({ error: null, status: 204, body: "", truncated: false });
    expect(receiver.received.at(-1)).toMatchObject({ body: '{"a":"é"}', headers: { "x-test": "1" } });
    expect(await post(receiver.url("receiver.example"))).toMatchObject({ error: null, status: 204 });
    const before = receiver.received.length;
    expect(await post(receiver.url("other.example"))).toMatchObject({ error: "tls", status: null });
    expect(await post(receiver.url(), { ca: undefined })).toMatchObject({ error: "tls", status: null });
    expect(receiver.received).toHaveLength(before);
  });

  it("resolves a name once per connection, and reuses connections", async () => {
    let resolved = 0;
    const reusing = outbound({
      resolve: async () => {
        resolved++;
        return ["127.0.0.1"];
      },
    });
    const before = receiver.connections();
    for (let count = 0; count < 3; count++)
      expect(await reusing.post(receiver.url("receiver.example"), {}, "{}")).toMatchObject({ status: 204 });
    expect([resolved, receiver.connections() - before]).toEqual([1, 1]);
  });

  it("is sent again when the receiver closed the idle connection", async () => {
    const reusing = outbound();
    const local = await startReceiver();
    await reusing.post(local.url(), {}, "{}");
    const { port } = new URL(local.url());
    await local.stop();
    const again = await startReceiver({ port: Number(port) });
    expect(await reusing.post(again.url(), {}, "{}")).toMatchObject({ error: null, status: 204 });
    await again.stop();
  });

  it("never follows a redirect", async () => {
    receiver.respond = (response) =>
      void response.writeHead(302, { Location: "http://169.254.169.254/latest/meta-data/" }).end("moved");
    const before = receiver.received.length;
    expect(await post(receiver.url())).toMatchObject({ error: null, status: 302, body: "moved" });
    expect(receiver.received).toHaveLength(before + 1);
  });

  it("keeps the beginning of a response that never ends", async () => {
    receiver.respond = (response) => {
      response.writeHead(200);
      const write = () => {
        if (!response.destroyed) response.write("x".repeat(10_000), write);
      };
      write();
    };
    const exchange = await post(receiver.url());
    expect(exchange).toMatchObject({ error: null, status: 200, truncated: true });
    expect(exchange.body).toHaveLength(16_384);
  });

  it("ends at the deadline, whether nothing arrives or a byte at a time", async () => {
    const limited = { deadlineMs: 1_500 };
    receiver.respond = () => undefined;
    expect(await post(receiver.url(), limited)).toMatchObject({ error: "timeout", status: null, body: null });
    receiver.respond = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(timer));
    };
    const drip = await post(receiver.url(), limited);
    expect(drip).toMatchObject({ error: "timeout", status: 200, body: expect.stringMatching(/^\.+$/) });
    // Less than the deadline without this setting.
    expect(drip.durationMs).toBeLessThan(15_000);
  });

  it("gives up on a connection before the deadline", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const exchange = await post(`https://127.0.0.1:${port}/`, { connectMs: 500 });
    expect(exchange).toMatchObject({ error: "timeout", status: null });
    expect(exchange.durationMs).toBeLessThan(15_000);
    silent.close();
  });

  it("reports what else went wrong", async () => {
    const closed = await startReceiver();
    await closed.stop();
    expect(await post(closed.url())).toMatchObject({ error: "connect" });
    const missing = { resolve: () => Promise.reject(new Error("no such name")) };
    expect(await post(receiver.url("receiver.example"), missing)).toMatchObject({ error: "dns" });
    receiver.respond = (response) => void response.socket?.destroy();
    expect(await post(receiver.url())).toMatchObject({ error: "disconnect", status: null });
    receiver.respond = (response) => {
      response.writeHead(200, { "Content-Length": 100 });
      response.write("half");
      setTimeout(() => response.socket?.destroy(), 20);
    };
    expect(await post(receiver.url())).toMatchObject({ error: "disconnect", status: 200, body: "half" });
    receiver.respond = (response) => void response.socket?.end("220 mail.example ESMTP\r\n");
    expect(await post(receiver.url())).toMatchObject({ error: "protocol", status: null });
  });

  it("stores what is not text as text", async () => {
    receiver.respond = (response) =>
      void response.writeHead(503, { "Retry-After": "120" }).end(Buffer.from([0x61, 0, 0xff, 0x62]));
    expect(await post(receiver.url())).toMatchObject({ error: null, status: 503, body: "a��b", retryAfter: "120" });
  });
});
