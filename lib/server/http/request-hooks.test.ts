import { request } from "node:http";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTH_PAGE_HEADER } from "@/lib/api/dashboard";
import { type Network, parseNetwork } from "@/lib/net/address";
import { readCaller } from "../proxy/caller";
import { ownDashboard, startServer, type TestServer } from "../testing/dashboard";
import { limitPageRequest, withLimits } from "./limit-requests";
import { installRequestHooks, isHooked, readAddress, readPath } from "./request-hooks";

let trusted: Network[] = [];
let server: TestServer;
beforeAll(async () => {
  installRequestHooks({ dashboardUrl: "https://deals.example.com", development: false }, pino({ level: "silent" }));
  server = await startServer((incoming, outgoing) => {
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    outgoing.end(String(readAddress(headers, trusted)));
  });
});
afterAll(() => server.stop());

async function addressWith(headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(server.url, { headers })).text();
}

describe("the address of a browser", () => {
  it("is the socket's, even when the browser sends another", async () => {
    trusted = [];
    expect(await addressWith()).toBe("127.0.0.1");
    expect(await addressWith({ "X-Forwarded-For": "203.0.113.5" })).toBe("127.0.0.1");
    expect(await addressWith({ "X-Dealflow-Socket": "203.0.113.5" })).toBe("127.0.0.1");
    expect(await addressWith({ "X-Dealflow-Client-Address": "203.0.113.5", Forwarded: "for=203.0.113.5" })).toBe(
      "127.0.0.1",
    );
  });

  it("is the one that a trusted proxy reports, read from its end", async () => {
    trusted = [parseNetwork("127.0.0.0/8") ?? expect.fail()];
    expect(await addressWith({ "X-Forwarded-For": "198.51.100.1, 203.0.113.5" })).toBe("203.0.113.5");
    expect(await addressWith({ "X-Forwarded-For": "2001:db8:1:2::9" })).toBe("2001:db8:1:2::9");
    trusted = [];
  });

  it("is undefined where the header was not set by the hooks", () => {
    expect(readAddress(new Headers({ "x-dealflow-socket": "203.0.113.5" }), [])).toBeUndefined();
    expect(readAddress(new Headers({ "x-dealflow-socket": "mark 203.0.113.5" }), [])).toBeUndefined();
    expect(readAddress(new Headers(), [])).toBeUndefined();
  });

  it("is set once when the browser sends the header several times", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request(server.url, { headers: { "X-Dealflow-Socket": ["a 203.0.113.5", "b 203.0.113.6"] } });
      sent.once("response", (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          body += part;
        });
        response.once("end", () => resolve(body));
      });
      sent.once("error", reject).end();
    });
    expect(text).toBe("127.0.0.1");
  });
});

describe("the path and the policy of a page", () => {
  let seen = new Headers();
  let responding: TestServer;
  beforeAll(async () => {
    responding = await startServer((incoming, outgoing) => {
      seen = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
      outgoing.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=99" });
      outgoing.end();
    });
  });
  afterAll(() => responding.stop());

  it("are set by the hooks, even when the browser sends others", async () => {
    const response = await fetch(`${responding.url}/funding?round=seed&_rsc=1abc`, {
      headers: { "X-Dealflow-Path": "/elsewhere", "Content-Security-Policy": "script-src 'nonce-theirs'" },
    });
    expect(readPath(seen)).toBe("/funding?round=seed");
    const policy = seen.get("content-security-policy") ?? "";
    expect(policy).toMatch(/'nonce-[\w+/=]{20,}'/);
    expect(policy).not.toContain("theirs");
    // The nonce that Next gives the page's scripts is the one that the browser accepts.
    expect(response.headers.get("Content-Security-Policy")).toBe(policy);
    await fetch(responding.url);
    expect(seen.get("content-security-policy")).not.toBe(policy);
  });

  it("also apply to headers that are passed together with the status", async () => {
    const response = await fetch(responding.url);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("X-Frame-Options")).toBe("DENY");
  });
});

describe("a request that arrived before the hooks were installed", () => {
  const headers = new Headers({ cookie: "dealflow_sign_in=somebody", "x-dealflow-path": "/elsewhere" });

  it("has no address, and no path that it chose", () => {
    expect(isHooked(headers)).toBe(false);
    expect(readPath(headers)).toBe("/");
    expect(readCaller(headers, { dashboardUrl: "http://localhost:3000", trustedProxies: [] }).signIn).toBeUndefined();
  });

  it("is answered 503, not sent to the sign-in page", async () => {
    const dashboard = await ownDashboard(
      "http://127.0.0.1:9",
      undefined,
      "a secret of the tests, which is long enough",
    );
    const handle = () => Promise.reject(new Error("it was handled"));
    const responses = [
      await withLimits(dashboard.context, new Request(dashboard.url, { headers }), handle),
      await limitPageRequest(dashboard.context, headers),
    ];
    for (const response of responses) {
      expect(response?.status).toBe(503);
      expect(response?.headers.get("Retry-After")).toBe("1");
      expect(response?.headers.has(AUTH_PAGE_HEADER)).toBe(false);
      expect(await response?.json()).toMatchObject({ error: { message: expect.stringContaining("is starting") } });
    }
    await dashboard.stop();
  });
});

describe("responses over HTTPS", () => {
  it("set Strict-Transport-Security", async () => {
    expect((await fetch(server.url)).headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
  });
});
