/** Whether a request comes from the dashboard's own pages: what can spend, or tells the balance, answers nobody else. */
import "server-only";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Undefined when it does, else one sentence. `Sec-Fetch-Site` is written by the browser and cannot be forged by a page;
 * the host is checked because another name that is made to point here would pass for the same origin.
 */
export function refusal(headers: Headers, dashboardUrl: string): string | undefined {
  const host = headers.get("host") ?? "";
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  const own = new URL(dashboardUrl);
  if (host !== own.host && name !== own.hostname && !LOOPBACK.has(name))
    return `This dashboard is not known as "${host.slice(0, 100)}"; DASHBOARD_URL names its address.`;
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin") return undefined;
  const got = site === null ? "none" : `"${site.slice(0, 40)}"`;
  return `Only the dashboard's own pages may ask here: Sec-Fetch-Site must be "same-origin", got ${got}. Browsers send it on https and on localhost.`;
}
