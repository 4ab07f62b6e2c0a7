import { describe, expect, it } from "vitest";
import { ownAddress, pagePolicy, pathOf } from "./page-request";

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

describe("the policy of a page", () => {
  const policy = directives(pagePolicy("abc", false));

  it("lets no script run that is not its own, or loaded by one that is", () => {
    expect(policy.get("script-src")).toBe("'self' 'nonce-abc' 'strict-dynamic'");
    expect(policy.get("object-src")).toBe("'none'");
    expect(policy.get("base-uri")).toBe("'none'");
    expect(pagePolicy("abc", false)).not.toContain("eval");
  });

  it("takes sheets from files of ours or with the nonce, and style attributes as they are", () => {
    expect(policy.get("style-src-elem")).toBe("'self' 'nonce-abc'");
    expect(policy.get("style-src-attr")).toBe("'unsafe-inline'");
  });

  it("is framed by nobody, sends forms and questions home alone, and reports to nobody", () => {
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'self'");
    for (const name of ["default-src", "connect-src", "font-src"]) expect(policy.get(name)).toBe("'self'");
    expect(policy.get("img-src")).toBe("'self' data:");
    expect([...policy.keys()].filter((name) => name.startsWith("report"))).toEqual([]);
    expect(pagePolicy("abc", false)).not.toMatch(/https?:|\*/);
  });

  it("allows in development alone what its tools need", () => {
    expect(directives(pagePolicy("abc", true)).get("script-src")).toContain("'unsafe-eval'");
    expect(directives(pagePolicy("abc", true)).get("connect-src")).toBe("'self' ws:");
  });
});

describe("the dashboard's own address", () => {
  const page = new URL("http://127.0.0.1:3000/funding?round=seed&round=series-a");
  const home = "http://localhost:3000";

  it.each(["127.0.0.1:3000", "[::1]:3000", "127.3.4.5:3000", "deals.localhost:3000", "127.0.0.1"])(
    "is where %s is led, with path and query",
    (host) => {
      const led = "http://localhost:3000/funding?round=seed&round=series-a";
      expect(ownAddress("GET", host, page, home)).toBe(led);
      expect(ownAddress("HEAD", host, page, home)).toBe(led);
      expect(ownAddress("POST", host, page, home)).toBeUndefined();
    },
  );

  it.each(["localhost:3000", "LOCALHOST:3000", "localhost:8080", "evil.example", "127.0.0.1.evil.example", "", "[::1"])(
    "is not where %s is led",
    (host) => expect(ownAddress("GET", host, page, home)).toBeUndefined(),
  );

  it("is nowhere else, whatever the path says", () => {
    const led = ownAddress("GET", "127.0.0.1", new URL("http://127.0.0.1//evil.example/x"), home) ?? "";
    expect(new URL(led).origin).toBe(home);
  });

  it("is left to itself where others reach it", () =>
    expect(ownAddress("GET", "127.0.0.1:3000", page, "https://deals.example.com")).toBeUndefined());
});

describe("a page's path", () => {
  it.each([
    ["/funding?round=seed", "/funding?round=seed"],
    ["/funding?round=seed&_rsc=1abc", "/funding?round=seed"],
    ["/funding?_rsc=1abc", "/funding"],
    ["/", "/"],
  ])("of %s is %s", (address, path) => expect(pathOf(new URL(address, "http://localhost:3000"))).toBe(path));
});
