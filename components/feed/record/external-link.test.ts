import { describe, expect, it } from "vitest";
import { displayHost, externalUrl } from "./external-link";

describe("addresses in records", () => {
  it("are links when they are of the web", () => {
    expect(externalUrl("https://www.wire.example/a?b=1#c")?.href).toBe("https://www.wire.example/a?b=1#c");
    expect(externalUrl("http://wire.example")?.href).toBe("http://wire.example/");
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//wire.example",
    "wire.example",
    "",
    null,
    undefined,
  ])("are never links when they are %j", (text) => {
    expect(externalUrl(text)).toBeUndefined();
  });

  it("are named by their host", () => {
    expect(displayHost(new URL("https://www.wire.example/a"))).toBe("wire.example");
    expect(displayHost(new URL("https://www.example"))).toBe("www.example");
  });
});
