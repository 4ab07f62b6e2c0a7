import { describe, expect, it } from "vitest";
import { originError, pageHostError } from "./request-origin";

const HOME = "https://deals.example.com";

function from(host: string, headers: Record<string, string> = {}, home = HOME): string | undefined {
  return originError(new Headers({ host, "sec-fetch-site": "same-origin", ...headers }), home);
}

describe("requests of the dashboard's own pages", () => {
  it.each(["deals.example.com", "deals.example.com:8443"])("are accepted at %s", (host) => {
    expect(from(host)).toBeUndefined();
    expect(from(host, { origin: HOME })).toBeUndefined();
    expect(from(host, { origin: `https://${host}` })).toBeUndefined();
  });

  it.each([
    "evil.example",
    "deals.example.com.evil.example",
    "localhost:3000",
    "127.0.0.1:3000",
    "user@evil.example",
    "",
  ])("are rejected at %s, a name that somebody else points here", (host) =>
    expect(from(host)).toContain("DASHBOARD_URL"),
  );

  it("are accepted at one name of this machine, and at no other", () => {
    expect(from("localhost:3000", {}, "http://localhost:3000")).toBeUndefined();
    for (const host of ["127.0.0.1:3000", "[::1]:3000", "localhost.evil.example", "deals.localhost:3000"])
      expect(from(host, {}, "http://localhost:3000")).toContain("DASHBOARD_URL");
  });

  it.each(["none", "cross-site", "same-site", ""])("are rejected with Sec-Fetch-Site %j", (site) => {
    expect(from("deals.example.com", { "sec-fetch-site": site })).toContain("Sec-Fetch-Site");
  });

  it("are rejected without Sec-Fetch-Site", () => {
    expect(originError(new Headers({ host: "deals.example.com" }), HOME)).toContain("Sec-Fetch-Site");
  });

  it.each([
    "null",
    "",
    "https://evil.example",
    "http://deals.example.com",
    "https://deals.example.com.evil.example",
    "https://deals.example.com:8443",
    "https://deals.example.com/",
    "deals.example.com",
  ])("are rejected with the Origin %j", (origin) => {
    expect(from("deals.example.com", { origin })).toContain("Origin");
  });
});

describe("pages", () => {
  const at = (host: string, home = HOME) => pageHostError(new Headers({ host }), home);

  it("are shown at the dashboard's own address, and redirected from other names of this machine", () => {
    expect(at("deals.example.com")).toBeUndefined();
    for (const host of ["localhost:3000", "127.0.0.1:3000"]) expect(at(host, "http://localhost:3000")).toBeUndefined();
  });

  it.each(["evil.example", "127.0.0.1:3000", "10.0.0.1", ""])("are refused at %j", (host) => {
    expect(at(host)).toContain("DASHBOARD_URL");
  });
});
