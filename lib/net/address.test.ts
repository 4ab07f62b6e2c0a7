import { describe, expect, it } from "vitest";
import { clientAddress, isLoopback, parseNetwork } from "./address";

const networks = (...texts: string[]) =>
  texts.map((text) => parseNetwork(text) ?? expect.fail(`${text} is no network`));

describe("a network", () => {
  it.each(["10.0.0.0/8", "127.0.0.1", "::1", "2001:db8::/32"])("%s is one", (text) => {
    expect(parseNetwork(text)).toBeDefined();
  });

  it.each(["", "localhost", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.0/8,::1"])("%j is none", (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});

describe("the address of a client", () => {
  const proxies = networks("10.0.0.0/8", "192.0.2.7", "2001:db8:ff::/48");

  it.each([
    // Only a trusted proxy is trusted.
    ["203.0.113.5", undefined, "203.0.113.5"],
    ["203.0.113.5", "198.51.100.1", "203.0.113.5"],
    ["203.0.113.5", "198.51.100.1, 10.0.0.1", "203.0.113.5"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
    // Read from its end: anything before the first untrusted address may be forged.
    ["10.0.0.1", "203.0.113.99, 198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "203.0.113.99, 198.51.100.1, 192.0.2.7,10.3.4.5", "198.51.100.1"],
    ["10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["192.0.2.8", "198.51.100.1", "192.0.2.8"],
    // An invalid address ends the chain at the last trusted one.
    ["10.0.0.1", "unknown", "10.0.0.1"],
    ["10.0.0.1", "12", "10.0.0.1"],
    ["10.0.0.1", "198.51.100.1, not an address, 10.0.0.9", "10.0.0.9"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", " , ", "10.0.0.1"],
    // Some gateways add the port.
    ["10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    ["10.0.0.1", "203.0.113.9:80, [2001:db8:1:2:3::4]:4711, 10.0.0.2:443", "2001:db8:1:2::/64"],
    ["10.0.0.1", "[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"],
    ["10.0.0.1", "198.51.100.1:port", "10.0.0.1"],
    // IPv4-mapped IPv6 addresses are IPv4.
    ["::ffff:203.0.113.5", undefined, "203.0.113.5"],
    ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    ["::ffff:cb00:7105", undefined, "203.0.113.5"],
    // A subscriber has a /64.
    ["2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", undefined, "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002:ffff:ffff:ffff:ffff", undefined, "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", undefined, "2001:db8:1:3::/64"],
    ["::1", undefined, "0:0:0:0::/64"],
    ["2001:db8:ff::1", "2001:db8:1:2::9, 2001:db8:ff:1::1", "2001:db8:1:2::/64"],
    ["10.0.0.1", "2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ])("of %s with X-Forwarded-For %j is %s", (socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });

  it("is the socket's when no proxy is trusted", () => {
    expect(clientAddress("127.0.0.1", "198.51.100.1", [])).toBe("127.0.0.1");
  });
});

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
