/** A browser that sends too many requests is rate limited before it costs anything; others and files are not. */
import { ACCOUNT } from "@dealflow/contract/account/account";
import { REQUEST_LIMITS } from "@dealflow/contract/limits";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RawResponse, sendRaw } from "../support/http";
import { startTestDashboard, type TestDashboard } from "../support/stack/dashboard";
import type { Stack } from "../support/stack/stack";
import { startTestStack } from "../support/stack/vitest-stack";

/** A fiftieth of what is allowed, so that few requests are too many. */
const FACTOR = 0.02;
const SETTINGS = { RATE_LIMIT_FACTOR: String(FACTOR), TRUST_PROXY: "127.0.0.1" };
const VISITORS = REQUEST_LIMITS.visitor.burst * FACTOR;
/** A page of someone who is signed in counts as five requests. */
const PAGES = Math.floor((REQUEST_LIMITS.person.burst * FACTOR) / 5);
const WAIT = { timeout: 20_000, interval: 10 };

let stack: Stack;
/** Each test comes from addresses of its own. */
let dashboard: TestDashboard;
beforeAll(async () => {
  stack = await startTestStack();
  dashboard = await startTestDashboard(stack, 100, SETTINGS);
});
afterAll(async () => {
  await dashboard.stop();
  await stack.stop();
});

/** Requests a page like a browser at this address. */
const open = (path: string, address: string, cookie = ""): Promise<RawResponse> =>
  sendRaw(dashboard.url, path, {
    Host: new URL(dashboard.url).host,
    "X-Forwarded-For": address,
    "Sec-Fetch-Mode": "navigate",
    ...(cookie === "" ? {} : { Cookie: cookie }),
  });

const visits = () => stack.service.output().split(`"path":"${ACCOUNT.signInOptions.path}"`).length - 1;

test("a visitor's pages are limited per minute by address, and a rejected one sends no request to the service", async () => {
  const before = visits();
  let served = 0;
  // A slow machine takes longer than until another request is allowed, which one of these then uses up.
  const untilRefused = <T extends { status: number }>(send: () => Promise<T>): Promise<T> =>
    vi.waitFor(async () => {
      const response = await send();
      if (response.status === 200) served++;
      expect(response.status).toBe(429);
      return response;
    }, WAIT);
  const pages = await Promise.all(Array.from({ length: VISITORS + 1 }, () => open("/sign-in", "203.0.113.1")));
  expect(pages.map(({ status }) => status).sort()).toEqual([...Array.from({ length: VISITORS }, () => 200), 429]);
  served += VISITORS;

  const refused = await untilRefused(() => open("/sign-in", "203.0.113.1"));
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["cache-control"]).toBe("private, no-store");
  expect(refused.body).toMatch(/<h1[^>]*>Too many requests<\/h1>[\s\S]*Try again in \d+ seconds?\./);
  // Nor is there a way around: in the background, by a header of Next's own, or through a route.
  const { host } = new URL(dashboard.url);
  for (const [name, value] of [
    ["RSC", "1"],
    ["X-Middleware-Subrequest", "proxy:proxy:proxy:proxy:proxy"],
  ] as const) {
    const headers = { Host: host, "X-Forwarded-For": "203.0.113.1", [name]: value };
    await untilRefused(() => sendRaw(dashboard.url, "/sign-in", headers));
  }
  const route = await untilRefused(() =>
    fetch(`${dashboard.url}/api${ACCOUNT.signInOptions.path}`, {
      headers: { "X-Forwarded-For": "203.0.113.1", "Sec-Fetch-Site": "same-origin" },
    }),
  );
  expect(Number(route.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await route.json()).error).toEqual({
    code: "TOO_MANY_REQUESTS",
    message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/),
  });
  // The lines of the log are written a moment later.
  await expect.poll(() => visits() - before).toBe(served);

  expect((await open("/sign-in", "203.0.113.2")).status).toBe(200);
  for (const file of ["/flags/AD.svg", "/icon.svg", "/healthz"])
    for (let index = 0; index < 3; index++) expect((await open(file, "203.0.113.1")).status, file).not.toBe(429);
});

test("cross-site requests do not count against the people at that address", async () => {
  const from = (site: string) =>
    fetch(`${dashboard.url}/api${ACCOUNT.signInOptions.path}`, {
      headers: { "X-Forwarded-For": "203.0.113.3", "Sec-Fetch-Site": site },
    }).then(({ status }) => status);
  for (let index = 0; index < 3 * VISITORS; index++) expect(await from("cross-site")).toBe(403);
  expect(await from("same-origin")).toBe(200);
});

test("signed-in people are limited by session: not with others at the address, nor in another browser @long", async () => {
  const other = await stack.account(10);
  const formatCookie = ({ name, value }: { name: string; value: string }) => `${name}=${value}`;
  const [mine, theirs] = [dashboard.account.cookie, other.cookie].map(formatCookie);
  // The first request makes the session known here; an invented one stays a visitor's.
  for (const cookie of [mine, theirs]) expect((await open("/views", "203.0.113.4", cookie)).status).toBe(200);
  const invented = `${dashboard.account.cookie.name}=invented.AAAA`;
  const statuses: number[] = [];
  for (let index = 0; index <= VISITORS; index++) statuses.push((await open("/views", "203.0.113.4", invented)).status);
  expect(statuses.at(-1)).toBe(429);

  for (let index = 0; index < PAGES; index++) expect((await open("/views", "203.0.113.4", mine)).status).toBe(200);
  expect((await open("/views", "203.0.113.4", mine)).status).toBe(429);
  expect((await open("/views", "203.0.113.4", theirs)).status).toBe(200);
});
