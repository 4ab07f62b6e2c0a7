/** A dashboard over someone else's host: what it knows of credits, and what the browser keeps in place of our service. */
import { CREDITS_REMAINING_HEADER } from "@dealflow/contract/headers";
import type { Page } from "@playwright/test";
import { getCompanies } from "../support/companies";
import { openPaidFeed, quiet, row, sheet } from "../support/feed";
import { chargedBy, endpoint, LISTS, openReference, outcome, SEVERAL, send } from "../support/reference";
import { navigation, saveAs } from "../support/saved";
import { type Dashboard, startForeignDashboard } from "../support/stack/dashboard";
import { listen } from "../support/stack/other-site";
import type { Account } from "../support/stack/stack";
import { test as base, expect } from "../support/test";

/** The other host is our own service, of which the dashboard knows no more than its address and a key. */
const test = base.extend<{ account: Account; foreign: Dashboard }>({
  account: async ({ stack }, use) => use(await stack.account(1_000)),
  foreign: async ({ stack, account }, use) => {
    const dashboard = await startForeignDashboard(stack.service.url, account.key);
    await use(dashboard);
    await dashboard.stop();
  },
  baseURL: async ({ foreign }, use) => use(foreign.url),
});

const metric = (page: Page, name: string) =>
  page.getByTestId("credits-metric").filter({ has: page.getByText(name, { exact: true }) });

test("the price of a timeline is not known: it asks for confirmation, by id and by domain", { tag: "@long" }, async ({
  page,
  account,
  stack,
}) => {
  const [company, second] = await getCompanies(stack);
  if (company === undefined || second === undefined) throw new Error("the market has two companies");
  const load = page.getByRole("button", { name: /^Load timeline/ });
  const dialog = page.getByRole("dialog");
  const events = page.getByTestId("timeline-event");
  await page.goto(`/companies/${company.id}`);
  await quiet(page);
  await expect(load).toContainText("1 + 1 per event");
  await load.click();
  await expect(dialog).toContainText("not known before they are bought");
  await page.keyboard.press("Escape");
  expect(await account.balance()).toBe(1_000);
  await load.click();
  await dialog.getByRole("button", { name: /^Load timeline/ }).click();
  await expect(events).toHaveCount(company.price - 1);
  expect(await account.balance()).toBe(1_000 - company.price);

  await page.goto(`/companies/lookup?domain=${second.domain}`);
  await quiet(page);
  expect(await account.balance()).toBe(1_000 - company.price);
  await load.click();
  await dialog.getByRole("button", { name: /^Load timeline/ }).click();
  await expect(page).toHaveURL(`/companies/${second.id}`);
  await expect(events).toHaveCount(second.price - 1);
  await page.reload();
  await expect(events).toHaveCount(second.price - 1);
  expect(await account.balance()).toBe(1_000 - company.price - second.price);
});

test("the Credits page shows what this dashboard counted, and what it did not", { tag: "@long" }, async ({
  page,
  account,
  stack,
}) => {
  await openPaidFeed(page, "/funding?round=seed");
  await page.goto("/credits");
  await expect(page.getByText("This is another host's API")).toBeVisible();
  await expect(metric(page, "Balance")).toContainText("980");
  await expect(metric(page, "This session")).toContainText("20");
  await expect(page.getByText("This dashboard's count equals the balance")).toBeVisible();
  const receipts = page.getByRole("table", { name: "Receipts" }).getByTestId("ledger-entry");
  await expect(receipts).toHaveCount(1);
  await expect(receipts.first()).toContainText("Funding: Seed−20980");
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);

  const elsewhere = await fetch(`${stack.service.url}/v1/funding-events?limit=18`, {
    headers: { "X-API-Key": account.key },
  });
  expect(elsewhere.status).toBe(200);
  await openPaidFeed(page, "/acquisitions");
  await page.goto("/credits");
  await expect(
    page.getByText(
      "Drift: the API says 942, this dashboard counted 960; 18 credits were spent elsewhere or not counted",
    ),
  ).toBeVisible();
});

test("views and the watchlist are stored by the browser, with their place from the first paint", {
  tag: "@long",
}, async ({ page, context, account }) => {
  await openPaidFeed(page, "/funding?round=seed");
  await saveAs(page, "Seed here");
  await expect(navigation(page).getByRole("link", { name: "Seed here" })).toBeVisible();
  const html = await (await context.request.get(`/views`)).text();
  expect(html.match(/data-testid="saved-view-place"/g)).toHaveLength(1);
  await page.goto("/views");
  const line = page.getByRole("row", { name: /Seed here/ });
  await expect(line.getByRole("link", { name: /^Show what is new 0 credits/ })).toBeVisible();
  await quiet(page);
  expect(await account.balance()).toBe(980);

  await openPaidFeed(page, "/acquisitions");
  await row(page, 0).click();
  await sheet(page)
    .getByRole("button", { name: /^Watch / })
    .click();
  await expect(navigation(page).getByRole("link", { name: "Watchlist 1" })).toBeVisible();
  await page.goto("/watchlist");
  await expect(page.getByRole("row")).toHaveCount(2);
  await quiet(page);
  expect(await account.balance()).toBe(960);
});

test("a host that limits requests: 429 counts down, its key shows nowhere, the documents describe its address", {
  tag: "@long",
}, async ({ browser }) => {
  const key = "planted_8fKq2LmZr7TzWx4N";
  const host = await listen((request, response) => {
    const received = String(request.headers["x-api-key"]);
    response.setHeader("Content-Type", "application/json");
    response.setHeader("X-Received", received);
    if (request.method === "POST") {
      response.end(JSON.stringify([{ query: { domain: "example.com" }, status: "served", cost: 3, timeline: {} }]));
      return;
    }
    response.setHeader(CREDITS_REMAINING_HEADER, "500");
    const limited = request.url?.includes("acquisitions") === true;
    response.writeHead(limited ? 429 : 200, { "Retry-After": "30" });
    const error = { success: false, error: { code: "TOO_MANY_REQUESTS", message: `${received} waits` }, meta: {} };
    response.end(
      JSON.stringify(limited ? error : { success: true, data: [{ id: "a", note: received }], pagination: {} }),
    );
  });
  const dashboard = await startForeignDashboard(host.sameSiteUrl, key);
  const context = await browser.newContext({ baseURL: dashboard.url });
  try {
    const page = await context.newPage();
    const texts: Promise<string>[] = [];
    page.on("response", (response) => {
      texts.push(
        Promise.all([response.text().catch(() => ""), response.headersArray()]).then((all) => JSON.stringify(all)),
      );
    });
    await openReference(page);
    const section = endpoint(page, LISTS[1]);
    await page.clock.install();
    await send(section).click();
    await expect(outcome(section)).toHaveText("429 · nothing was charged");
    await expect(section).toContainText(/Next request in (30|29) s/);
    await expect(send(section)).toBeDisabled();
    await page.clock.runFor(31_000);
    await expect(send(section)).toBeEnabled();
    await expect(section.getByTestId("response").locator("pre")).toContainText("[key] waits");
    await send(endpoint(page, LISTS[0])).click();
    await expect(endpoint(page, LISTS[0]).getByTestId("response").locator("pre")).toContainText("[key]");
    // A response without a balance: it is computed, and the meter says so.
    const several = endpoint(page, SEVERAL);
    await several.getByRole("textbox", { name: "Company 1" }).fill("example.com");
    await send(several).click();
    await several.getByRole("button", { name: /^Send it/ }).click();
    expect(await chargedBy(several)).toBe(3);
    await expect(page.getByTestId("sidebar").getByLabel("Credit meter")).toContainText("Credits leftestimated497");
    for (const name of ["openapi.json", "agents.md", "llms.txt"]) {
      const text = await (await context.request.get(`/${name}`)).text();
      expect(text).toContain(host.sameSiteUrl);
      texts.push(Promise.resolve(text));
    }
    texts.push(page.content(), Promise.resolve(dashboard.output()));
    const everything = (await Promise.all(texts)).join("\n");
    expect(everything).toContain("API reference");
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(key.split("_")[1]);
  } finally {
    await context.close();
    await dashboard.stop();
    await host.stop();
  }
});
