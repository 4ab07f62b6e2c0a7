/** No response contains another person's data, also through a shared cache, and the headers that see to it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API_KEY_HEADER, CREDITS_REMAINING_HEADER } from "@dealflow/contract/headers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../scripts/test-runner/built-programs";
import { type RawResponse, sendRaw } from "../support/http";
import { PATH_REQUESTS, type PathRequest, PUBLIC } from "../support/path-requests";
import { type Dashboard, startSharedDashboard } from "../support/stack/dashboard";
import { CACHE_STATUS_HEADER, startNginx } from "../support/stack/nginx";
import type { Account, Stack } from "../support/stack/stack";
import { startTestStack } from "../support/stack/vitest-stack";

/** This many addresses are requested together. */
const AT_ONCE = 4;
const LONG = process.env.DEALFLOW_LONG === "1";
/** This many of the three visitors request an address: in the short run two, in turn, after a forger. */
const VISITS = LONG ? 3 : 2;
/** The short run has everything that a shared cache may store, and one in four of the other addresses. */
const REQUESTS = PATH_REQUESTS.filter(({ path }, index) => LONG || PUBLIC.has(path) || index % 4 === 0);

interface Visitor {
  readonly name: string;
  readonly cookie: string;
  /** Texts that no one else may see, none of which stands anywhere by chance. */
  readonly secrets: readonly string[];
}

const NOBODY: Visitor = { name: "nobody", cookie: "", secrets: [] };

/** Someone with a sign-in session, a name, a workspace, a view and a balance that are theirs alone. */
async function createVisitor(dashboard: Dashboard, account: Account, name: string): Promise<Visitor> {
  const { cookie, workspaceId, personId } = account;
  const signIn = `${cookie.name}=${cookie.value}`;
  const headers = { Cookie: signIn, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" };
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${dashboard.url}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return response;
  };
  const texts = { name: `${name} Vandermolen`, workspace: `${name} Ventures`, view: `${name}'s own rounds` };
  const me = await (await send("PATCH", "/account/v1/me", { name: texts.name })).json();
  await send("PATCH", "/account/v1/workspace", { name: texts.workspace });
  const view = { name: texts.view, feed: "funding", query: "round=seed", columns: null, sort: null, shared: true };
  await send("POST", "/account/v1/views", { views: [view] });
  const balance = await account.balance();
  return {
    name,
    cookie: signIn,
    secrets: [
      ...Object.values(texts),
      ...[me.person.email, personId, workspaceId, cookie.value],
      ...[decodeURIComponent(cookie.value), String(balance), balance.toLocaleString("en-US")],
    ],
  };
}

/** These headers would mislead other visitors if they were trusted or stored. */
function forged(host: string): Record<string, string> {
  const elsewhere = "https://forged.example/";
  return {
    Host: host,
    "X-Forwarded-Host": "forged.example",
    "X-Forwarded-Proto": "https",
    Forwarded: "host=forged.example",
    "X-Dealflow-Path": "/forged-path",
    "X-Dealflow-Socket": "forged-mark 203.0.113.9",
    "Content-Security-Policy": "script-src 'nonce-forged-nonce-forged-nonce'",
    "X-Middleware-Rewrite": elsewhere,
    "X-Middleware-Redirect": elsewhere,
    "X-Middleware-Next": "1",
    "X-Middleware-Set-Cookie": "forged=1",
    "X-Middleware-Override-Headers": "x-dealflow-path",
    "X-Middleware-Request-X-Dealflow-Path": "/forged-path",
    "X-Middleware-Subrequest": "proxy:proxy:proxy:proxy:proxy",
    "X-Nextjs-Data": "1",
    "X-Matched-Path": "/forged-path",
    "X-Invoke-Path": "/forged-path",
    "X-Original-URL": "/forged-path",
    "X-Rewrite-URL": "/forged-path",
    "Next-Url": "/forged-path",
  };
}

/** Each header that is not as it must be. */
function wrongHeaders({ path }: PathRequest, { status, headers }: RawResponse): string[] {
  const shared = PUBLIC.get(path);
  const policy = headers["content-security-policy"] ?? "none";
  const page = headers["content-type"]?.startsWith("text/html") === true;
  const closed = /^default-src 'none'; .*frame-ancestors 'none'$/;
  const expectedHeaders = {
    "cache-control": shared ?? "private, no-store",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
  };
  const wrong = Object.entries(expectedHeaders)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name}: ${headers[name]}`);
  if (shared !== undefined && status !== 200) wrong.push(`status ${status}`);
  // Folders of files contain no page of a person.
  if (/^\/(flags|_next)(\/|\?|$)/.test(path) && !/\.\.|%2e/.test(path) && shared === undefined && status < 300)
    wrong.push(`status ${status}`);
  const expected = page ? PAGE_POLICY : shared?.includes("immutable") ? /^frame-ancestors 'none'$/ : closed;
  return expected.test(policy) ? wrong : [...wrong, `policy ${policy}`];
}

const PAGE_POLICY = /; script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic'; .*; frame-ancestors 'none'$/;

/** Those of the texts that a response has in its headers or its body. */
function found({ headers, body }: RawResponse, texts: readonly string[]): string[] {
  const all = [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), body].join("\n");
  return texts.filter((text) => all.includes(text));
}

async function inTurn<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next[1], next[0]);
    }),
  );
}

/** Requests everything as a forger, and as every visitor in an order that changes. */
async function requestAll(dashboard: Dashboard, cache: string, visitors: readonly Visitor[]) {
  const { host, port } = new URL(dashboard.url);
  const wrong: string[] = [];
  const cacheStatuses = new Set<string>();
  const fromCache = new Set<string>();
  await inTurn(REQUESTS, async (request, index) => {
    const { path, headers = {} } = request;
    const astray = await sendRaw(cache, path, { ...headers, ...forged(index % 2 ? host : `localhost:${port}`) });
    const ofAnybody = [...visitors.flatMap(({ secrets }) => secrets), "forged-path", "forged-nonce"];
    wrong.push(...found(astray, ofAnybody).map((text) => `${path} with forged headers: ${text}`));
    const first = index % visitors.length;
    for (const visitor of [...visitors.slice(first), ...visitors.slice(0, first)].slice(0, VISITS)) {
      const own = { ...headers, Host: host, ...(visitor.cookie === "" ? {} : { Cookie: visitor.cookie }) };
      const response = await sendRaw(cache, path, own);
      const { status } = response;
      const location = response.headers.location ?? "";
      const others = visitors.filter((other) => other !== visitor).flatMap(({ secrets }) => secrets);
      const about = [...wrongHeaders(request, response), ...found(response, [...others, "forged"])];
      if (status >= 300 && status < 400) {
        const direct = await sendRaw(dashboard.url, path, own);
        if (direct.status !== status || direct.headers.location !== location) about.push(`leads to ${location}`);
      }
      wrong.push(...about.map((what) => `${path} as ${visitor.name}: ${what}`));
      for (const secret of found(response, visitor.secrets)) cacheStatuses.add(secret);
      if (response.headers[CACHE_STATUS_HEADER] === "HIT") fromCache.add(path);
    }
  });
  return { wrong, seen: cacheStatuses, fromCache };
}

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

test("no response contains another person's data through a shared cache, after any earlier request", {
  timeout: 240_000,
}, async () => {
  expect(PATH_REQUESTS.length).toBeGreaterThanOrEqual(200);
  const nginx = await startNginx(dashboard.url);
  try {
    const visitors = [
      await createVisitor(dashboard, await stack.account(731_992_867), "Wilhelmina"),
      await createVisitor(dashboard, await stack.account(418_670_593), "Bartholomew"),
      NOBODY,
    ];
    const { wrong, seen: cacheStatuses, fromCache } = await requestAll(dashboard, nginx.url, visitors);
    expect(wrong).toEqual([]);
    // The texts that must not be found elsewhere are found in the right place; no response contains the sign-in cookie.
    for (const { secrets } of visitors)
      for (const secret of secrets.slice(0, 6)) expect(cacheStatuses.has(secret), secret).toBe(true);
    // The cache does take what it may, and nothing else.
    expect([...fromCache].sort()).toEqual(
      [...PUBLIC]
        .filter(([, cached]) => !cached.includes("max-age=0"))
        .map(([path]) => path)
        .sort(),
    );
  } finally {
    await nginx.stop();
  }
});

test("nor does it for workspaces that call the service through one", async () => {
  const nginx = await startNginx(stack.service.url);
  try {
    const accounts: Account[] = [await stack.account(731_992_867), await stack.account(418_670_593)];
    const keys = [...accounts.map(({ key }) => key), ""];
    const paths = [
      "/v1/funding-events?limit=1",
      "/v1/companies?limit=1",
      "/v1/none",
      "/openapi.json",
      "/agents.md",
      "/none",
    ];
    for (const path of [...paths, "/account/v1/me", "/account/v1/workspace", "/healthz"])
      for (const [index, key] of [...keys, ...keys].entries()) {
        const response = await sendRaw(nginx.url, path, key === "" ? {} : { [API_KEY_HEADER]: key });
        const isPublic = ["/openapi.json", "/agents.md"].includes(path);
        expect(response.headers["cache-control"], path).toBe(isPublic ? "public, max-age=300" : "no-store");
        expect(response.headers[CACHE_STATUS_HEADER] === "HIT", path).toBe(isPublic && index > 0);
        const remaining = response.headers[CREDITS_REMAINING_HEADER.toLowerCase()];
        if (path.startsWith("/v1/funding")) expect(remaining?.slice(0, 3)).toBe(["731", "418"][index % 3]);
        if (key === "" && path.startsWith("/v1")) expect(response.status, path).toBe(401);
      }
  } finally {
    await nginx.stop();
  }
});

test("each client gets a script in an encoding that it takes, also after another one's", async () => {
  const nginx = await startNginx(dashboard.url);
  const folder = join(ROOT, ".next", "static", "chunks");
  const name = readdirSync(folder).find((file) => file.endsWith(".js")) ?? "";
  try {
    const encodings = { "gzip, deflate, br, zstd": "br", "gzip, deflate": "gzip", identity: null };
    for (const url of [dashboard.url, nginx.url])
      for (const [accepted, sent] of Object.entries(encodings)) {
        const headers = { "Accept-Encoding": accepted, Host: new URL(dashboard.url).host };
        const response = await fetch(`${url}/_next/static/chunks/${name}`, { headers });
        expect(response.headers.get("content-encoding"), accepted).toBe(sent);
        expect(response.headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
        expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(await response.text()).toBe(readFileSync(join(folder, name), "utf8"));
      }
  } finally {
    await nginx.stop();
  }
});
