/** Addresses: of clients, by the socket or by a trusted proxy (`TRUST_PROXY`), networks, and those of this machine only. */
import ipaddr from "ipaddr.js";

/** A network in CIDR notation, or a single address; undefined when it is neither. */
export function parseNetwork(text: string): Network | undefined {
  // The library also accepts `10.1` and `012.0.0.1`, which other programs interpret differently.
  if (!isAddress(text.split("/")[0] ?? "")) return undefined;
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * @param socketAddress the peer of the connection
 * @param forwarded the header X-Forwarded-For, which anyone can send: read from its end, past trusted proxies
 */
export function exactAddress(
  socketAddress: string,
  forwarded: string | undefined,
  trusted: readonly Network[],
): string {
  const chain = [...(forwarded?.split(",").map((part) => withoutPort(part.trim())) ?? []), socketAddress];
  let client = socketAddress;
  for (const hop of chain.toReversed()) {
    if (!isAddress(hop)) break;
    client = hop;
    if (!isTrusted(hop, trusted)) break;
  }
  return ipaddr.isValid(client) ? ipaddr.process(client).toString() : client;
}

/** Returns the same as the key by which clients are counted. */
export function clientAddress(
  socketAddress: string,
  forwarded: string | undefined,
  trusted: readonly Network[],
): string {
  return getNetwork(exactAddress(socketAddress, forwarded, trusted));
}

/** Some gateways add the port: `203.0.113.5:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, address = hop] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop) ?? [];
  return address;
}

function isTrusted(address: string, trusted: readonly Network[]): boolean {
  const parsed = ipaddr.process(address);
  return trusted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** Accepts the common notations: four decimal numbers, or the parts of IPv6. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValid(text));
}

/** One subscriber has a whole /64 of IPv6 addresses: it counts as one address. */
function getNetwork(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const [first, second, third, fourth] = parsed.toNormalizedString().split(":");
  return `${first}:${second}:${third}:${fourth}::/64`;
}

/** Tells whether a host name, from a URL or a listen address, is this machine only: `localhost` and the names below it (RFC 6761) are. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}
