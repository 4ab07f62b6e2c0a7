/** Provides what every page request needs before rendering: the canonical address and the content security policy. */
import "server-only";
import { isLoopback } from "@/lib/net/address";

/**
 * Writes the content security policy of one response: its scripts carry the nonce, and what they load is trusted. Style
 * sheets are our own files or carry the nonce too; rows and bars are positioned by style attributes.
 */
export function pagePolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React's stack traces need eval, in development only. Browsers that support strict-dynamic ignore 'self'.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Only browsers that do not support the two directives after it use this.
    "style-src 'self' 'unsafe-inline'",
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The same page at the dashboard's canonical address, when this machine is reached by another of its names: cookies and
 * browser storage belong to one name. Returns undefined when the name is canonical, or the request comes from another machine.
 * @param path the page's path and query, which begins with a slash
 */
export function canonicalAddress(host: string, path: string, dashboardUrl: string): string | undefined {
  const own = new URL(dashboardUrl);
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  if (!path.startsWith("/") || name === own.hostname || !isLoopback(name) || !isLoopback(own.hostname))
    return undefined;
  return `${own.origin}${path}`;
}

/**
 * Returns the path and query of a page, without what Next adds to background fetches.
 * @param target is that of the request, as it was sent
 */
export function getPath(target: string): string {
  if (!target.startsWith("/")) return "/";
  const page = new URL(`http://localhost${target}`);
  const search = new URLSearchParams(page.search);
  if (!search.has(FETCHED)) return `${page.pathname}${page.search}`;
  search.delete(FETCHED);
  return `${page.pathname}${search.size === 0 ? "" : `?${search}`}`;
}

const FETCHED = "_rsc";

/** Tells by its name whether the browser is that of a phone; "Mobi" is what all of those have in theirs. */
export function isPhone(headers: Pick<Headers, "get">): boolean {
  return headers.get("sec-ch-ua-mobile") === "?1" || headers.get("user-agent")?.includes("Mobi") === true;
}
