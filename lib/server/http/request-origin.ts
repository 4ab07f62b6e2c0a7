/**
 * Decides whether a request comes from the dashboard's own pages: routes that change, spend or return data accept no
 * others.
 */
import "server-only";
import { canonicalAddress } from "./page-request";

/**
 * Returns undefined when it does, else one sentence. `Sec-Fetch-Site` and `Origin` are set by the browser and cannot be
 * forged by a page; the host is checked because another name that resolves to this address would count as the same
 * origin.
 */
export function originError(headers: Headers, dashboardUrl: string): string | undefined {
  const host = headers.get("host") ?? "";
  const own = new URL(dashboardUrl);
  const foreign = hostError(host, own);
  if (foreign !== undefined) return foreign;
  const site = headers.get("sec-fetch-site");
  if (site !== "same-origin") {
    const got = site === null ? "none" : `"${site.slice(0, 40)}"`;
    return `Only the dashboard's own pages can send this request: Sec-Fetch-Site must be "same-origin", got ${got}. Browsers send it on https and on localhost.`;
  }
  const origin = headers.get("origin");
  // The port may differ behind a tunnel.
  if (origin === null || origin === own.origin || origin === `${own.protocol}//${host}`) return undefined;
  return `Only the dashboard's own pages can send this request: the Origin is "${origin.slice(0, 100)}".`;
}

/**
 * Checks the same for a page, which any site may link to: only the host counts, and other names of this machine
 * redirect.
 */
export function pageHostError(headers: Headers, dashboardUrl: string): string | undefined {
  const host = headers.get("host") ?? "";
  return canonicalAddress(host, "/", dashboardUrl) === undefined ? hostError(host, new URL(dashboardUrl)) : undefined;
}

function hostError(host: string, own: URL): string | undefined {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  return name === own.hostname
    ? undefined
    : `This dashboard does not answer at "${host.slice(0, 100)}"; set DASHBOARD_URL to its address.`;
}
