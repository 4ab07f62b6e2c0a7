/** No API key in anything that a browser, another program or a reader of the logs gets to see. */
import { API_KEY_HEADER, REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import type { Page, Response } from "@playwright/test";
import { buyNext, explored, openFeed, quiet, row, rowTexts, sheet, showNext } from "./support/feed";
import { PASSWORD, register, signInWith, visitor, waitForLink } from "./support/people";
import { signIn, startForeignDashboard, startSharedDashboard, TRUSTED } from "./support/stack/dashboard";
import { listen } from "./support/stack/other-site";
import { expect, test } from "./support/test";

/** Characters that no one writes by chance. */
const LEAST = 12;

/** A key as it is, and in the ways a program might write it. */
function spellings(key: string): string[] {
  const bytes = Buffer.from(key);
  const [random = ""] = /[^_]+$/.exec(key) ?? [];
  // What comes after the last _ of a token can be two letters, which stand everywhere.
  return [
    key,
    ...(random.length < LEAST ? [] : [random]),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("hex"),
  ];
}

function expectNone(haystack: string, keys: readonly string[]): void {
  for (const key of keys)
    for (const text of spellings(key)) expect(haystack.includes(text), key.slice(0, 12)).toBe(false);
}

/** Everything that the page is sent, headers and bodies, also of responses that are errors. */
function collect(page: Page): () => Promise<string> {
  const parts: Promise<string>[] = [];
  // The text is read now, because the browser drops what a document was sent when it goes on to the next.
  page.context().on("response", (response) => parts.push(readText(response)));
  return async () => (await Promise.all(parts)).join("\n\n");
}

async function readText(response: Response): Promise<string> {
  const headers = await response.headersArray();
  // A redirect has no body, and that of a stream has no end.
  const isStream = headers.some(({ value }) => value.startsWith("text/event-stream"));
  const body = isStream ? "" : await response.text().catch(() => "");
  return [response.url(), ...headers.map(({ name, value }) => `${name}: ${value}`), body].join("\n");
}

/** The expected texts are found, so the search has looked there. */
function expectAll(haystack: string, needles: readonly string[]): void {
  for (const needle of needles) expect(needle !== "" && haystack.includes(needle), needle).toBe(true);
}

/** Reads what scripts of the page can read. */
function readable(page: Page): Promise<string> {
  return page.evaluate(() => {
    const storages = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    const state = JSON.stringify([history.state, ...performance.getEntries().map((entry) => entry.name)]);
    return [document.cookie, ...storages, state, document.documentElement.outerHTML].join("\n");
  });
}

test("the keys of our own service", async ({ browser, stack }) => {
  const account = await stack.account(1_000);
  const { demoKey, url } = stack.service;
  const wrongKey = `${demoKey.slice(0, -4)}zzzz`;
  const keys = [account.key, demoKey, wrongKey];
  for (const key of keys) expect(key).toMatch(/^df_live_[0-9A-Za-z]{36}$/);
  expect(new Set(keys).size).toBe(3);

  const dashboard = await startSharedDashboard(stack, { DATA_DIR: stack.dataDir, LOG_LEVEL: "trace" });
  const context = await browser.newContext({ baseURL: dashboard.url });
  await signIn(context, dashboard, account);
  try {
    const page = await context.newPage();
    const collected = collect(page);
    await openFeed(page, "/funding?countries=US&isMerger=maybe");
    await buyNext(page, 20);
    await row(page, 1).click();
    await expect(sheet(page)).toContainText(/\D2 of \d+/);
    const [first = ""] = await rowTexts(page);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Acquisitions" }).click();
    await explored(page);
    await page.goto("/no-such-page");
    await page.evaluate(async (intent) => {
      const paths = [
        "/api/account/v1/workspace",
        "/api/v1/funding-events?limit=0",
        "/api/v1/nothing",
        "/api/v1/companies?x=1",
        "/api/x",
      ];
      for (const path of paths) await (await fetch(path, { headers: { "X-Dealflow-Intent": intent } })).text();
      for (const method of ["POST", "PUT", "DELETE"]) await (await fetch("/api/v1/funding-events", { method })).text();
    }, "buy");
    await quiet(page);

    const responses = await collected();
    // Pages, answers of the route handlers, and headers.
    expectAll(responses, [first.split(" | ")[2] ?? "", '"creditsRemaining"', "x-dealflow-session-used"]);
    expectNone(responses, keys);
    expectNone(await readable(page), keys);
    // The session of the person cannot be read by a script, and is not sent back by a response.
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/dealflow_(session|sign_in)/);
    expectNone(responses + (await readable(page)), [account.cookie.value, decodeURIComponent(account.cookie.value)]);
    expectNone(JSON.stringify(await context.cookies()), keys);

    const direct = async (key: string) => {
      const result = await fetch(`${url}/v1/funding-events?limit=1`, { headers: { [API_KEY_HEADER]: key } });
      expectNone(
        [...result.headers]
          .flat()
          .concat(await result.text())
          .join("\n"),
        keys,
      );
      return result;
    };
    const directResponse = await direct(demoKey);
    expect(directResponse.status).toBe(200);
    expect((await direct(wrongKey)).status).toBe(401);
    const inQuery = await fetch(`${url}/v1/funding-events?apiKey=${demoKey}`, {
      headers: { [API_KEY_HEADER]: demoKey },
    });
    expect(inQuery.status).toBe(400);

    const requestId = directResponse.headers.get(REQUEST_ID_HEADER) ?? "no id";
    const log = () => stack.service.output() + dashboard.output();
    const written = [requestId, "purchase forwarded", '"slow request"'];
    await expect.poll(() => written.every((text) => log().includes(text))).toBe(true);
    expectNone(log(), keys);
  } finally {
    await context.close();
    await dashboard.stop();
  }
});

test("passwords, tokens and keys over signing in, settings and errors", { tag: "@long" }, async ({
  browser,
  stack,
}) => {
  test.slow();
  const dashboard = await startSharedDashboard(stack, TRUSTED);
  const { context, page } = await visitor(browser, dashboard);
  try {
    const email = `planted-${Date.now().toString(36)}@ostermark.example`;
    const wrong = "planted wrong pass 7291";
    const next = "planted next pass 60417";
    const collected = collect(page);
    await page.goto("/register");
    await register(page, "Planted", email, "short pass");
    await expect(page.getByText(/at least 12 characters/).last()).toBeVisible();
    await register(page, "Planted", email);
    await expect(page).toHaveURL(`${dashboard.url}/`);
    await page.goto("/settings/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("planted");
    const created = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Create key" }).click();
    const { text: key } = await (await created).json();
    await page.getByRole("button", { name: "Close", exact: true }).last().click();
    for (const path of ["members", "profile", "sessions"]) {
      await page.goto(`/settings/${path}`);
      await quiet(page);
    }
    await page.goto("/settings/no-such-page");
    await expect(page.getByText("Page not found")).toBeVisible();
    const session = (await context.cookies()).find(({ name }) => name === "dealflow_sign_in")?.value ?? "";
    await page.evaluate(async () => {
      const sendRequest = (path: string, method = "GET", body?: string) =>
        fetch(`/api/account/v1/${path}`, { method, ...(body === undefined ? {} : { body }) });
      await sendRequest("keys", "POST", "{");
      await sendRequest("keys/0/roll", "POST", "{}");
      await sendRequest("nothing");
      await sendRequest("me", "DELETE");
      await sendRequest("sign-out", "POST", "{}");
    });
    await page.goto("/sign-in");
    await signInWith(page, email, wrong);
    await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
    await page.goto("/forgot");
    await page.getByLabel("Email").fill(email);
    const link = await waitForLink(stack.service, "/reset", () =>
      page.getByRole("button", { name: "Send reset link" }).click(),
    );
    const token = link.split("token=")[1] ?? "";
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill(next);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "Password changed. You're signed out everywhere." }),
    ).toBeVisible();
    await page.goto("/sign-in");
    await signInWith(page, email, next);
    await expect(page).toHaveURL(`${dashboard.url}/`);
    await quiet(page);

    const planted = [PASSWORD, wrong, next, token, session, decodeURIComponent(session)];
    for (const text of planted) expect(text.length).toBeGreaterThan(12);
    const responses = await collected();
    expectAll(responses, [email, key, "Page not found"]);
    // The cookie itself comes in the header that sets it, and nowhere else.
    const bodies = responses
      .split("\n")
      .filter((line) => !line.startsWith("set-cookie:"))
      .join("\n");
    expectNone(bodies, planted);
    expect(bodies.split(key).length - 1, "the key is shown once").toBe(1);
    expectNone(await readable(page), [...planted, key]);
    const log = stack.service.output() + dashboard.output();
    expectNone(log, [PASSWORD, wrong, next, key, session, decodeURIComponent(session)]);
    // The link is in the log, being the only way to get it here; its token nowhere else.
    expect(log.split(token).length - 1).toBe(1);
  } finally {
    await context.close();
    await dashboard.stop();
  }
});

test("the key of a foreign host that repeats it", { tag: "@long" }, async ({ browser }) => {
  const key = "planted_8fKq2LmZr7TzWx4N";
  let requests = 0;
  const host = await listen((request, response) => {
    requests++;
    const received = String(request.headers[API_KEY_HEADER.toLowerCase()]);
    response.writeHead(401, {
      "Content-Type": "application/json",
      "X-Received": received,
      [REQUEST_ID_HEADER]: received,
      "Set-Cookie": `k=${received}`,
    });
    response.end(
      JSON.stringify({
        success: false,
        error: { code: "UNAUTHORIZED", message: `${received} is no key` },
        meta: { requestId: received },
      }),
    );
  });
  const dashboard = await startForeignDashboard(host.sameSiteUrl, key);
  const context = await browser.newContext({ baseURL: dashboard.url });
  try {
    const page = await context.newPage();
    const collected = collect(page);
    await page.goto("/funding");
    await showNext(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "The API key was rejected" })).toContainText(
      "[key] is no key",
    );
    await quiet(page);
    expect(requests).toBeGreaterThan(0);
    expectNone(await collected(), [key]);
    expectNone(await readable(page), [key]);
    expectNone(dashboard.output(), [key]);
  } finally {
    await context.close();
    await dashboard.stop();
    await host.stop();
  }
});
