/** A host that does not behave: one sentence each, what is there stays, and nothing is ever requested again automatically. */
import type { ServerResponse } from "node:http";
import { CREDITS_REMAINING_HEADER } from "@dealflow/contract/headers";
import type { Locator, Page } from "@playwright/test";
import { loaded, openPaidFeed, quiet, row, showNext, unbought } from "../support/feed";
import { type Dashboard, startForeignDashboard } from "../support/stack/dashboard";
import { listen } from "../support/stack/other-site";
import { test as base, expect } from "../support/test";

/** The host answers the next requests for pages like this; then it answers well. */
type Behaviour = (response: ServerResponse) => void;

interface Host {
  readonly url: string;
  /** Requests for pages that reached it; those for the balance do not count. */
  readonly requests: string[];
  behave(...next: Behaviour[]): void;
}

const BALANCE_QUESTION = /companyId=00000000-0000-7000-8000-000000000000/;

function json(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

function rejectPurchases(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Behaviour {
  return json(status, { success: false, error: { code, message }, meta: { requestId: "req-1" } }, headers);
}

let created = 0;

/** A page of 20 records with nothing but an id and a name. */
function page(count = 20): Behaviour {
  return (response) => {
    const data = Array.from({ length: count }, () => {
      const end = String(++created).padStart(12, "0");
      return { id: `0190f000-0000-7000-8000-${end}`, round: "series_a", company: { name: `Company ${created}` } };
    });
    const meta = { endpoint: "funding_events.list", creditsUsed: count, creditsRemaining: 500 };
    json(200, { success: true, data, pagination: { hasMore: count > 0, nextCursor: `c${created}`, total: 400 }, meta })(
      response,
    );
  };
}

const test = base.extend<{ host: Host; foreign: Dashboard }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used here
  host: async ({}, use) => {
    const requests: string[] = [];
    const queue: Behaviour[] = [];
    const site = await listen((request, response) => {
      response.setHeader(CREDITS_REMAINING_HEADER, "500");
      const address = request.url ?? "";
      if (BALANCE_QUESTION.test(address)) return page(0)(response);
      requests.push(address);
      (queue.shift() ?? page())(response);
    });
    await use({ url: site.sameSiteUrl, requests, behave: (...next) => void queue.push(...next) });
    await site.stop();
  },
  foreign: async ({ host }, use) => {
    const dashboard = await startForeignDashboard(host.url, "a-foreign-key");
    await use(dashboard);
    await dashboard.stop();
  },
  baseURL: async ({ foreign }, use) => use(foreign.url),
});

const banner = (shown: Page, title: string): Locator => shown.getByTestId("banner").filter({ hasText: title });

const UNKNOWN = "This may have been charged; check your balance.";

interface Case {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly title: string;
  readonly expectedText: readonly string[];
  /** True when the next request may be made immediately. */
  readonly waits?: boolean;
  /** Another case shows the same message: this one is tried by `npm run test:long` alone. */
  readonly isLong?: boolean;
}

const CASES: readonly Case[] = [
  {
    name: "an HTML page",
    behaviour: (response) => response.end("<!doctype html><h1>Welcome</h1>"),
    title: "The feed didn't respond",
    expectedText: ["Error 502, request", "The API returned 200 in an unexpected format.", UNKNOWN],
  },
  {
    name: "half a JSON",
    isLong: true,
    behaviour: (response) => response.end('{"success":true,"data":[{"id":"1"'),
    title: "The feed didn't respond",
    expectedText: ["Error 502, request", "in an unexpected format", UNKNOWN],
  },
  {
    name: "500 in the envelope",
    isLong: true,
    behaviour: rejectPurchases(500, "INTERNAL_ERROR", "The disk is full"),
    title: "The feed didn't respond",
    expectedText: ["Error 500, request req-1", "The disk is full.", UNKNOWN],
  },
  {
    name: "a connection that breaks off",
    isLong: true,
    behaviour: (response) => {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write('{"success":true', () => response.destroy());
    },
    title: "The feed didn't respond",
    expectedText: ["Error 502, request", "The connection was lost during the API's response.", UNKNOWN],
  },
  {
    name: "429 with Retry-After",
    behaviour: rejectPurchases(429, "TOO_MANY_REQUESTS", "Too many requests", { "Retry-After": "2" }),
    title: "Rate limited",
    expectedText: ["Nothing was charged."],
    waits: true,
  },
  {
    name: "402 by one name",
    behaviour: rejectPurchases(402, "PAYMENT_REQUIRED", "No credits"),
    title: "No credits left",
    expectedText: ["Nothing was charged."],
  },
  {
    name: "402 by its other name",
    isLong: true,
    behaviour: rejectPurchases(402, "INSUFFICIENT_CREDITS", "No credits"),
    title: "No credits left",
    expectedText: ["Nothing was charged."],
  },
];

test("each failure is one message, after which rows stay, and only the priced button sends the request again", async ({
  page: shown,
  host,
}) => {
  const cases = CASES.filter(({ isLong }) => isLong !== true || process.env.DEALFLOW_LONG === "1");
  for (const [index, { name, behaviour, title, expectedText, waits }] of cases.entries())
    await test.step(name, async () => {
      await openPaidFeed(shown, `/funding?domain=host-${index}.example`);
      const before = host.requests.length;
      const first = await row(shown, 0).textContent();
      host.behave(behaviour);
      await showNext(shown).click();
      await expect(banner(shown, title)).toBeVisible();
      for (const words of expectedText) await expect(banner(shown, title)).toContainText(words);
      await expect(shown.getByTestId("banner")).toHaveCount(1);
      expect(await row(shown, 0).textContent()).toBe(first);
      await loaded(shown, 20);

      // Neither the query library nor a scroll or key sends it again.
      const retry = banner(shown, title).getByRole("button", { name: "Try again up to 20 credits" });
      if (waits) await expect(retry).toBeDisabled();
      await shown.evaluate(() => {
        for (const kind of ["blur", "focus", "offline", "online"]) window.dispatchEvent(new Event(kind));
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await shown.getByTestId("table-scroll").hover();
      await shown.mouse.wheel(0, 5_000);
      await row(shown, 0).focus();
      for (const key of ["End", "ArrowDown", "j"]) await shown.keyboard.press(key);
      await quiet(shown);
      expect(host.requests).toHaveLength(before + 1);

      await expect(retry).toBeEnabled();
      await retry.click();
      await loaded(shown, 40);
      await quiet(shown);
      await expect(shown.getByTestId("banner")).toHaveCount(0);
      expect(host.requests).toHaveLength(before + 2);
    });
});

test("a first page that fails is not requested again by a reload, but by its button", { tag: "@long" }, async ({
  page: shown,
  host,
}) => {
  host.behave(rejectPurchases(503, "SERVICE_UNAVAILABLE", "Back in a minute"));
  await shown.goto("/funding?round=seed");
  await showNext(shown).click();
  await expect(banner(shown, "The feed didn't respond")).toContainText("Back in a minute.");
  await quiet(shown);
  expect(host.requests).toHaveLength(1);
  await shown.reload();
  await expect(unbought(shown)).toBeVisible();
  await quiet(shown);
  expect(host.requests).toHaveLength(1);
  await showNext(shown).click();
  await loaded(shown, 20);
  expect(host.requests).toHaveLength(2);
});

test("a request times out after 10 seconds, and is not retried", { tag: "@long" }, async ({ page: shown, host }) => {
  await openPaidFeed(shown);
  host.behave(() => undefined);
  await showNext(shown).click();
  const failed = banner(shown, "The feed didn't respond");
  await expect(failed).toContainText("The API did not respond within 10 seconds.", { timeout: 20_000 });
  await expect(failed).toContainText(UNKNOWN);
  await quiet(shown);
  expect(host.requests).toHaveLength(2);
  await loaded(shown, 20);
});

test("records with only an id, and unknown values, are shown", { tag: "@long" }, async ({ page: shown, host }) => {
  const data = [
    { id: "0190f000-0000-7000-8000-aaaaaaaaaaaa" },
    {
      id: "0190f000-0000-7000-8000-bbbbbbbbbbbb",
      round: "series-zz",
      amountUsd: "much",
      company: null,
      extra: { a: 1 },
    },
    { id: "0190f000-0000-7000-8000-cccccccccccc", round: "series_b", company: { name: "Quorvane", hqCountry: {} } },
  ];
  const meta = { endpoint: "funding_events.list", creditsUsed: 3, creditsRemaining: 497 };
  host.behave(json(200, { success: true, data, pagination: { hasMore: false }, meta }));
  await shown.goto("/funding");
  await showNext(shown).click();
  await loaded(shown, 3);
  await expect(row(shown, 1)).toContainText("series-zz");
  await expect(row(shown, 2)).toContainText("Series B");
  for (const index of [0, 1, 2]) {
    await row(shown, index).click();
    await expect(shown.getByTestId("sheet")).toContainText(`${index + 1} of 3`);
  }
});
