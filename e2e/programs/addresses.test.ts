/**
 * Tests what the dashboard's server answers to other names of this machine and other hosts, the policy of its pages, and
 * its documents for machines.
 */
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw } from "../support/http";
import { SIGNED_IN_PAGES, SIGNED_OUT_PAGES } from "../support/page-paths";
import { type Dashboard, startSharedDashboard } from "../support/stack/dashboard";
import type { Stack } from "../support/stack/stack";
import { startTestStack } from "../support/stack/vitest-stack";

let stack: Stack;
let dashboard: Dashboard;
beforeAll(async () => {
  stack = await startTestStack();
  dashboard = await startSharedDashboard(stack, { RATE_LIMIT_FACTOR: "100" });
});
afterAll(async () => {
  await dashboard.stop();
  await stack.stop();
});

test("this machine's other names redirect to the dashboard's own", async () => {
  const { port } = new URL(dashboard.url);
  const result = await fetch(`http://localhost:${port}/funding?round=seed`, { redirect: "manual" });
  expect([307, 308]).toContain(result.status);
  expect(result.headers.get("location")).toBe(`${dashboard.url}/funding?round=seed`);
  const route = await fetch(`http://localhost:${port}/api/account/v1/workspace`, {
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(route.status).toBe(403);
});

test("requests of other hosts, whole addresses and TRACE are refused without a redirect", async () => {
  const { host } = new URL(dashboard.url);
  const cases = [
    ["GET", "/sign-in", "evil.example", 421],
    ["GET", "/funding", "evil.example", 421],
    // A page whose path ends like that of a document is a page.
    ["GET", "/companies/x.json", "evil.example", 421],
    ["GET", "/.well-known/no-such-page", "evil.example", 421],
    ["GET", "http://evil.example/", host, 400],
    ["GET", `${dashboard.url}/sign-in`, host, 400],
    ["TRACE", "/", host, 405],
    ["TRACE", "/api/account/v1/workspace", host, 405],
    // Documents may be served at the address of the site as well.
    ["GET", "/llms.txt", "site.example", 200],
    ["GET", "/.well-known/mcp/server-card.json", "site.example", 200],
  ] as const;
  for (const [method, path, name, status] of cases) {
    const response = await sendRaw(dashboard.url, path, { Host: name }, method);
    expect(response.status, `${method} ${path} of ${name}`).toBe(status);
    expect(response.headers.location, path).toBeUndefined();
    expect(response.headers.refresh, path).toBeUndefined();
    expect(response.headers["x-content-type-options"], path).toBe("nosniff");
  }
  expect((await sendRaw(dashboard.url, "/sign-in", { Host: "evil.example" })).body).toContain("set DASHBOARD_URL");
});

/** People who are signed out see this page too. */
const REFERENCE = "/reference";
/** Only the dashboard of a foreign host has a password, so here its page leads to the first one. */
const UNLOCK = "/unlock";
/** These pages lead to the first of those below them. */
const REDIRECTS: Readonly<Record<string, string>> = { "/owned": "/owned/funding", "/settings": "/settings/keys" };
const PAGES = [
  ...SIGNED_IN_PAGES.filter((page) => REDIRECTS[page] === undefined),
  ...["/connect/no-such-request", "/no-such-page"],
];

async function getRedirect(path: string, cookie = ""): Promise<string | null> {
  const response = await fetch(`${dashboard.url}${path}`, { headers: { Cookie: cookie }, redirect: "manual" });
  expect(response.status, path).toBe(307);
  return response.headers.get("location");
}

/** Checks the headers and scripts of a page as it is sent, and returns its nonce. */
async function expectPolicy(path: string, status: number, cookie = ""): Promise<string> {
  const response = await fetch(`${dashboard.url}${path}`, { headers: { Cookie: cookie }, redirect: "manual" });
  expect(response.status, path).toBe(status);
  const { headers } = response;
  const policy = headers.get("content-security-policy") ?? "";
  const nonce = /'nonce-([\w+/=-]+)'/.exec(policy)?.[1] ?? "";
  expect(nonce.length, path).toBeGreaterThan(20);
  for (const part of [
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src-attr 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy, path).toContain(part);
  expect(policy).not.toContain("unsafe-eval");
  expect(headers.get("x-content-type-options"), path).toBe("nosniff");
  expect(headers.get("referrer-policy"), path).toBe("same-origin");
  expect(headers.get("permissions-policy"), path).toContain("camera=()");
  expect(headers.get("strict-transport-security"), path).toBeNull();
  const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length, path).toBeGreaterThan(0);
  for (const script of scripts) expect(script, path).toContain(`nonce="${nonce}"`);
  return nonce;
}

test("pages carry their policy, each response with its own nonce, also 404s", async () => {
  const { name, value } = (await stack.account(100)).cookie;
  const cookie = `${name}=${value}`;
  const nonces: string[] = [];
  for (const path of [...PAGES, "/"])
    nonces.push(await expectPolicy(path, path === "/no-such-page" ? 404 : 200, cookie));
  expect(new Set(nonces).size).toBe(nonces.length);
  for (const [path, target] of Object.entries(REDIRECTS)) expect(await getRedirect(path, cookie), path).toBe(target);
});

test("so do the pages without a session, and the others redirect to the sign-in page, whether they exist or not", async () => {
  for (const path of [...SIGNED_OUT_PAGES.filter((one) => one !== UNLOCK), REFERENCE]) await expectPolicy(path, 200);
  expect(await getRedirect(UNLOCK)).toBe("/");
  for (const path of [...PAGES, ...Object.keys(REDIRECTS)].filter((one) => one !== REFERENCE))
    expect(await getRedirect(path), path).toMatch(/^\/sign-in(\?returnTo=|$)/);
});

test("the documents for machines: types, addresses, every endpoint", async () => {
  for (const [name, type] of [
    ["openapi.json", "application/json"],
    ["agents.md", "text/markdown; charset=utf-8"],
    ["llms.txt", "text/plain; charset=utf-8"],
  ] as const) {
    const response = await fetch(`${dashboard.url}/${name}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    const text = await response.text();
    for (const { path } of Object.values(ENDPOINTS)) expect(text).toContain(path);
    expect(text).not.toMatch(/df_live_[0-9A-Za-z]{36}/);
  }
  const document = await (await fetch(`${dashboard.url}/openapi.json`)).json();
  expect(document.openapi).toMatch(/^3\.1/);
  const api = String(document.servers[0].url);
  expect(api).toMatch(/^http:\/\/localhost:\d+$/);
  for (const name of ["agents.md", "llms.txt"])
    expect(await (await fetch(`${dashboard.url}/${name}`)).text()).toContain(api);
  const card = await fetch(`${dashboard.url}/.well-known/mcp/server-card.json`);
  expect(card.headers.get("content-type")).toBe("application/mcp-server-card+json");
  expect((await card.json()).remotes).toMatchObject([{ type: "streamable-http", url: `${api}/mcp` }]);
  for (const { path, method } of Object.values(ENDPOINTS))
    expect(document.paths[path][method.toLowerCase()]).toBeDefined();
});
