import { describe, expect, it } from "vitest";
import { isLoopback } from "./loopback";

describe("this machine", () => {
  it.each(["localhost", "LOCALHOST", "deals.localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]"])("is %s", (host) =>
    expect(isLoopback(host)).toBe(true),
  );

  it.each([
    "",
    "0.0.0.0",
    "::",
    "[::]",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "10.0.0.1",
  ])("is not %s", (host) => expect(isLoopback(host)).toBe(false));
});
