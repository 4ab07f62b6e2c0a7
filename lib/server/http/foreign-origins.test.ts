/** Every route of `app/api`, found by its file, against requests that other sites can make a browser send. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { BUY } from "@dealflow/contract/account/explore";
import { ENDPOINTS } from "@dealflow/contract/endpoints";
import { describe, expect, it } from "vitest";
import { environment } from "../environment";

const API = join(import.meta.dirname, "../../../app/api");
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;
const HOME = environment().dashboardUrl;
const HOST = new URL(HOME).host;

type Handler = (request: Request, context: { params: Promise<{ path: string[] }> }) => Promise<Response>;

const FILES = readdirSync(API, { recursive: true, encoding: "utf8" }).filter((name) => /(^|\/)route\.tsx?$/.test(name));

/**
 * These are requests that other sites can make a browser send, and that a program without a browser sends; `own` is
 * left unchanged.
 */
const OTHERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ["another site that says same-origin", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
  ["another port of this host", { "sec-fetch-site": "same-site", origin: "http://localhost:9999" }],
  ["another port that says same-origin", { "sec-fetch-site": "same-origin", origin: "http://localhost:9999" }],
  ["a frame without an origin", { "sec-fetch-site": "cross-site", origin: "null" }],
  ["no origin that says same-origin", { "sec-fetch-site": "same-origin", origin: "null" }],
  ["the address bar", { "sec-fetch-site": "none" }],
  ["a program", {}],
  ["an old browser with our origin", { origin: HOME }],
  ["a name that points here", { "sec-fetch-site": "same-origin", host: "evil.example", origin: "http://evil.example" }],
  ["another name of this machine", { "sec-fetch-site": "same-origin", host: "127.0.0.1:3000" }],
];

/** Returns the paths to request at a route file: for a catch-all route, each path of the contract. */
function routePaths(file: string): string[][] {
  const folder = relative(API, join(API, file, ".."));
  if (!folder.includes("[...path]")) return [[]];
  const below = folder.startsWith("v1")
    ? Object.values(ENDPOINTS)
    : Object.values<AccountEndpoint>({ ...ACCOUNT, ...BUY });
  const prefix = folder.startsWith("v1") ? "/v1/" : "/account/";
  return [...new Set(below.map(({ path }) => path))].map((path) => path.slice(prefix.length).split("/"));
}

/** Open endpoints call the service, which this test does not have. */
function isOpen(path: readonly string[]): boolean {
  return Object.values<AccountEndpoint>(ACCOUNT).some((one) => one.open && one.path === `/account/${path.join("/")}`);
}

async function loadHandlers(file: string): Promise<[string, Handler][]> {
  const module: Record<string, unknown> = await import(join(API, file));
  return METHODS.flatMap((method): [string, Handler][] => {
    const handler = module[method];
    return isHandler(handler) ? [[method, handler]] : [];
  });
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function sendRequest(method: string, handler: Handler, path: string[], headers: Readonly<Record<string, string>>) {
  const body = ["GET", "HEAD"].includes(method) ? null : "{}";
  const request = new Request(`${HOME}/api/any`, { method, headers: { host: HOST, ...headers }, body });
  return handler(request, { params: Promise.resolve({ path }) });
}

it("routes are found", () => expect(FILES.length).toBe(4));

describe.each(FILES)("%s", (file) => {
  it.each(OTHERS)("rejects %s, with any method", async (_, headers) => {
    for (const [method, handler] of await loadHandlers(file))
      for (const path of routePaths(file)) {
        const response = await sendRequest(method, handler, path, headers);
        // An unsupported method is rejected before anything else.
        expect([403, 405], `${method} ${path.join("/")}`).toContain(response.status);
        expect(response.headers.get("set-cookie")).toBeNull();
      }
  });

  it("accepts its own pages", async () => {
    const own = { "sec-fetch-site": "same-origin", origin: HOME, "x-dealflow-intent": "buy" };
    const statuses: number[] = [];
    for (const [method, handler] of await loadHandlers(file))
      for (const path of routePaths(file))
        if (!isOpen(path)) statuses.push((await sendRequest(method, handler, path, own)).status);
    expect(statuses).not.toContain(403);
    expect(statuses.some((status) => status !== 405)).toBe(true);
  });
});
