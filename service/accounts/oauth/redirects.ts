/** Addresses to which a client may have people sent. */
import { CLIENT_LIMITS } from "@dealflow/contract/oauth";
import { isLoopback } from "@/lib/net/loopback";

/** Schemes that an app owns by a reversed domain (RFC 8252, section 7.1), as `com.example.app:`. */
const SCHEME_OF_DOMAIN = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/** Those of MCP clients without a dot. Any other could start a program that no client is. */
const SCHEMES_OF_CLIENTS: ReadonlySet<string> = new Set(
  ["claude", "cursor", "goose", "jetbrains", "kiro", "lmstudio", "raycast", "trae"]
    .concat(["vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "zed"])
    .map((name) => `${name}:`),
);

/** One sentence about what is wrong; undefined when people may be sent there. */
export function redirectProblem(text: string): string | undefined {
  if (text.length > CLIENT_LIMITS.redirectUri) return `must have at most ${CLIENT_LIMITS.redirectUri} characters`;
  if (!URL.canParse(text)) return "must be a URL";
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes("#")) return "must have no fragment";
  if (text.includes("*")) return "must have no wildcard";
  if (username !== "" || password !== "") return "must have no user name";
  if (protocol === "https:" || SCHEMES_OF_CLIENTS.has(protocol) || SCHEME_OF_DOMAIN.test(protocol)) return undefined;
  if (protocol === "http:")
    return isLoopback(hostname) ? undefined : "must start with https:// unless it is on this machine";
  return `must start with https://, http://localhost or the scheme of an app, as com.example.app:/callback; got ${protocol}`;
}

/**
 * Whether a redirect would be a request to this installation, with the person's cookies. All names of this machine are
 * one; a redirect on it without a port stands for any port, and is checked when a request names that.
 */
export function leadsHere(text: string, ownUrls: readonly string[]): boolean {
  const { origin, protocol, hostname, port } = new URL(text);
  return ownUrls.some((ownUrl) => {
    const own = new URL(ownUrl);
    const isOfMachine = isLoopback(hostname) && isLoopback(own.hostname);
    return isOfMachine ? port === own.port && protocol === own.protocol : origin === own.origin;
  });
}

/** A redirect to a program on the person's machine, by its own scheme or by a port of that machine. */
export function isOfMachine(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol !== "https:" && (protocol !== "http:" || isLoopback(hostname));
}

/** Returns the host that a response goes to, which people see as the origin of a request. */
export function hostOf(clientId: string, redirect: string): string {
  if (clientId.startsWith("https://")) return new URL(clientId).host;
  const { protocol, host, hostname } = new URL(redirect);
  if (protocol === "https:") return host;
  return isLoopback(hostname) && protocol === "http:" ? hostname : protocol;
}
