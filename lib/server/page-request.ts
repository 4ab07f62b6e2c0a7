/** What every request for a page gets before it is rendered: its own address, a policy for its scripts, one host. */
import "server-only";
import { isLoopback } from "@/lib/net/loopback";

/**
 * The content security policy of one answer: its own scripts carry the nonce, and what they load themselves is trusted.
 * Sheets are files of ours or carry the nonce too; rows are placed and bars are sized by style attributes.
 */
export function pagePolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React's stack traces need eval, in development alone. Browsers that know strict-dynamic pass over 'self'.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Read by browsers alone that do not know the two after it.
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
 * The same page at the dashboard's own address, when this machine is called by another of its names: cookies and what a
 * browser keeps belong to one name. Undefined when it is called by its own, or reached from elsewhere.
 * @param path the page's path and query, which begins with a slash
 */
export function ownAddress(host: string, path: string, dashboardUrl: string): string | undefined {
  const own = new URL(dashboardUrl);
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  if (!path.startsWith("/") || name === own.hostname || !isLoopback(name) || !isLoopback(own.hostname))
    return undefined;
  return `${own.origin}${path}`;
}

/**
 * Path and query of a page, without what Next adds when it fetches one in the background.
 * @param target of the request, as it was sent
 */
export function pathOf(target: string): string {
  if (!target.startsWith("/")) return "/";
  const page = new URL(`http://localhost${target}`);
  const search = new URLSearchParams(page.search);
  if (!search.has(FETCHED)) return `${page.pathname}${page.search}`;
  search.delete(FETCHED);
  return `${page.pathname}${search.size === 0 ? "" : `?${search}`}`;
}

const FETCHED = "_rsc";
