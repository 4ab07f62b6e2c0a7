import { describe, expect, it } from "vitest";
import { canonicalAddress, getPath, isPhone, pagePolicy } from "./page-request";

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

describe("the content security policy of a page", () => {
  const policy = directives(pagePolicy("abc", false));

  it("allows only its own scripts, and those that they load", () => {
    expect(policy.get("script-src")).toBe("'self' 'nonce-abc' 'strict-dynamic'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(pagePolicy("abc", false)).not.toContain("eval");
  });

  it("allows style sheets from our files or with the nonce, and style attributes", () => {
    expect(policy.get("style-src-elem")).toBe("'self' 'nonce-abc'");
    expect(policy.get("style-src-attr")).toBe("'unsafe-inline'");
  });

  it("forbids framing, sends forms and requests only to its own origin, and has no reporting", () => {
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    for (const name of ["default-src", "connect-src", "font-src"]) expect(policy.get(name)).toBe("'self'");
    expect(policy.get("img-src")).toBe("'self' data:");
    expect([...policy.keys()].filter((name) => name.startsWith("report"))).toEqual([]);
    expect(pagePolicy("abc", false)).not.toMatch(/https?:|\*/);
  });

  it("allows in development only what its tools need", () => {
    expect(directives(pagePolicy("abc", true)).get("script-src")).toContain("'unsafe-eval'");
    expect(directives(pagePolicy("abc", true)).get("connect-src")).toBe("'self' ws:");
  });
});

describe("the dashboard's canonical address", () => {
  const path = "/funding?round=seed&round=series-a";
  const home = "http://localhost:3000";

  it.each(["127.0.0.1:3000", "[::1]:3000", "127.3.4.5:3000", "deals.localhost:3000", "127.0.0.1"])(
    "is the target of a redirect from %s, with path and query",
    (host) =>
      expect(canonicalAddress(host, path, home)).toBe("http://localhost:3000/funding?round=seed&round=series-a"),
  );

  it.each(["localhost:3000", "LOCALHOST:3000", "localhost:8080", "evil.example", "127.0.0.1.evil.example", "", "[::1"])(
    "does not redirect %s",
    (host) => expect(canonicalAddress(host, path, home)).toBeUndefined(),
  );

  it("never leaves the host, for any path", () => {
    expect(new URL(canonicalAddress("127.0.0.1", "//evil.example/x", home) ?? "").origin).toBe(home);
    for (const wrong of ["@evil.example/", ".evil.example/", ":80@evil.example", ""])
      expect(canonicalAddress("127.0.0.1", wrong, home)).toBeUndefined();
  });

  it("does not redirect requests from other machines", () =>
    expect(canonicalAddress("127.0.0.1:3000", path, "https://deals.example.com")).toBeUndefined());
});

describe("a page's path", () => {
  it.each([
    ["/funding?round=seed", "/funding?round=seed"],
    ["/funding?round=seed&_rsc=1abc", "/funding?round=seed"],
    ["/funding?_rsc=1abc", "/funding"],
    ["/", "/"],
    ["//evil.example/x", "//evil.example/x"],
    ["http://evil.example/x", "/"],
    ["*", "/"],
  ])("of %s is %s", (address, path) => expect(getPath(address)).toBe(path));
});

it("knows the browser of a phone by its headers", () => {
  const desktop =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148";
  expect(isPhone(new Headers({ "User-Agent": desktop, "Sec-CH-UA-Mobile": "?0" }))).toBe(false);
  expect(isPhone(new Headers({ "User-Agent": phone }))).toBe(true);
  expect(isPhone(new Headers({ "Sec-CH-UA-Mobile": "?1" }))).toBe(true);
  expect(isPhone(new Headers())).toBe(false);
});
