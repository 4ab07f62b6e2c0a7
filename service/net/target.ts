/** Decides where outbound requests may go: to public addresses over HTTPS, and to those that the operator allows. */
import ipaddr from "ipaddr.js";
import type { Network } from "@/lib/net/address";

const PUBLIC_PORTS: ReadonlySet<string> = new Set(["", "8443"]);
/** The public internet of IPv6 has all of these addresses. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");
/** These addresses of metadata services look public. */
const METADATA: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** Returns the parsed URL, or one sentence about the problem. */
export function parseTarget(text: string): URL | string {
  if (!URL.canParse(text)) return "Enter a URL such as https://example.com/webhooks.";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "The URL must start with https://.";
  if (url.username !== "" || url.password !== "") return "The URL can't contain a user name or password.";
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  return url.hostname === "" ? "The URL has no host." : url;
}

/** Returns the host when it is an IP address, without the brackets of IPv6. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(host) ? host : undefined;
}

/** Returns one sentence about why the target is refused; undefined when every one of its addresses is allowed. */
export function targetProblem(
  { protocol, port }: URL,
  addresses: readonly string[],
  allowed: readonly Network[],
): string | undefined {
  const foreign = addresses.filter((address) => !isAllowed(address, allowed));
  if (foreign.some((address) => !isPublic(address)))
    return "The URL leads to a private or reserved network, which isn't allowed.";
  if (foreign.length === 0 && addresses.length > 0) return undefined;
  if (protocol !== "https:") return "The URL must start with https://.";
  return PUBLIC_PORTS.has(port) ? undefined : "The port must be 443 or 8443.";
}

function isAllowed(address: string, allowed: readonly Network[]): boolean {
  const parsed = ipaddr.parse(address);
  return allowed.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** Tells whether an address is public. Mapped and translated forms of IPv4 (NAT64, 6to4, Teredo) never are. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || METADATA.has(parsed.toString())) return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST);
}
