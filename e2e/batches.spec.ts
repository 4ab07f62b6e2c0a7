/** Timelines of several companies, by chosen kinds and in batches of the watchlist: to the credit. */
import type { Page } from "@playwright/test";
import { getCompanies, type TestCompany } from "./support/companies";
import { buyNext, openFeed, quiet, row, watchPurchases } from "./support/feed";
import { expect, test } from "./support/test";

const sum = (companies: readonly TestCompany[]) => companies.reduce((total, { price }) => total + price, 0);
const load = (page: Page) => page.getByRole("button", { name: /^Load \d+ timelines?/ });
const line = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function watchThem(page: Page, companies: readonly TestCompany[]): Promise<void> {
  await page.goto("/watchlist");
  await quiet(page);
  const text = JSON.stringify({ companies: companies.map(({ id, name, domain }) => ({ id, name, domain })) });
  await page
    .getByLabel("File of the watchlist")
    .setInputFiles({ name: "watchlist.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(page.getByRole("status", { name: "Import" })).toContainText("imported");
}

test("a comparison of selected kinds costs those kinds, and its address lists them", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const [a, b] = await getCompanies(stack);
  if (!a || !b) throw new Error("the market has two companies");
  const rounds = 2 + a.events.funding + b.events.funding;
  await page.goto(`/compare?id=${a.id}&id=${b.id}`);
  await quiet(page);
  await expect(load(page)).toHaveText(`Load 2 timelines ${sum([a, b])} credits`);
  await page.getByRole("checkbox", { name: "Acquisitions" }).uncheck();
  await page.getByRole("checkbox", { name: "Exec moves" }).uncheck();
  await expect(page).toHaveURL(`/compare?id=${a.id}&id=${b.id}&include=funding`);
  await expect(page.getByRole("checkbox", { name: "Funding" })).toBeDisabled();
  await expect(load(page)).toHaveText(`Load 2 timelines ${rounds} credits`);
  await expect(page.getByRole("columnheader", { name: "Moves" })).toHaveCount(0);
  expect(await dashboard.account.balance()).toBe(1_000);
  await load(page).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - rounds);

  // Their other events are left.
  await page.getByRole("checkbox", { name: "Acquisitions" }).check();
  await page.getByRole("checkbox", { name: "Exec moves" }).check();
  await expect(page).toHaveURL(`/compare?id=${a.id}&id=${b.id}`);
  await expect(page.getByRole("table", { name: "Figures of the companies" }).locator("tbody tr").first()).toContainText(
    "incomplete",
  );
  const rest = sum([a, b]) - rounds;
  await expect(load(page)).toHaveText(`Load 2 timelines ${rest} credits`);
  await load(page).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - rounds - rest);
  await page.goBack();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  await quiet(page);
  expect(purchases).toHaveLength(2);
  await page.goto(`/compare?id=${a.id}&include=rumours`);
  await expect(page.getByText('"rumours" is not a kind of event')).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - rounds - rest);
});

test("watched companies' timelines are bought in a batch, for at most its price, and shown in the list", async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const companies = (await getCompanies(stack)).slice(0, 7);
  const [first] = companies;
  if (first === undefined) throw new Error("the market has companies");
  expect(sum(companies)).toBeLessThanOrEqual(500);
  await watchThem(page, companies);
  await expect(load(page)).toHaveText(`Load 7 timelines ${sum(companies)} credits`);
  await expect(line(page, first.name).locator('[data-cell="last"]')).toHaveText("none owned");
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);

  // The first request waits until the person has pressed Stop: it is finished and its result stays.
  let release: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requestCount = 0;
  await page.route("**/api/account/v1/timelines", async (route) => {
    if (route.request().method() === "POST" && ++requestCount === 1) await stopped;
    await route.continue();
  });
  await load(page).click();
  const dialog = page.getByRole("dialog").getByRole("button", { name: /^Load 7/ });
  if (sum(companies) > 100) await dialog.click();
  const stop = page.getByRole("button", { name: /^Stop/ });
  await expect(stop).toHaveText("Stop 0 of 7 timelines");
  await expect.poll(() => requestCount).toBe(1);
  await stop.click();
  await expect(page.getByRole("button", { name: /^Stopping/ })).toBeDisabled();
  release();
  await expect(load(page)).toHaveText(/^Load 2 timelines/);
  expect(purchases).toHaveLength(1);
  const left = await unowned(page, companies);
  await expect(load(page)).toHaveText(`Load 2 timelines ${sum(left)} credits`);
  expect(left).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(1_000 - sum(companies) + sum(left));

  await load(page).click();
  await expect(page.getByText("The timelines are owned, 0 credits.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - sum(companies));
  await expect(line(page, first.name).locator('[data-cell="events"]')).toHaveText(String(first.price - 1), {
    useInnerText: true,
  });
  await expect(line(page, first.name).locator('[data-cell="last"]')).not.toContainText("none");
  await page.reload();
  await expect(line(page, first.name).locator('[data-cell="events"]')).toHaveText(String(first.price - 1), {
    useInnerText: true,
  });
  await expect(page.getByText("The timelines are owned, 0 credits.")).toBeVisible();
  await quiet(page);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(1_000 - sum(companies));
});

/** Those of which the list knows no whole timeline. */
async function unowned(page: Page, companies: readonly TestCompany[]): Promise<readonly TestCompany[]> {
  const texts = await Promise.all(
    // biome-ignore lint/performance/useDomNodeTextContent: the label before it is displayed on phones only
    companies.map(({ name }) => line(page, name).locator('[data-cell="events"]').first().innerText()),
  );
  return companies.filter(({ price }, at) => texts[at] !== String(price - 1));
}

test("a company's page shows what is known before the price of the rest", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  await openFeed(page, "/funding?enrichedOnly=true");
  await buyNext(page, 20);
  await row(page, 0).click();
  const name = (await row(page, 0).locator('[data-column="company"]').getByTestId("name").textContent()) ?? "";
  await page.getByTestId("sheet").getByRole("link", { name, exact: true }).first().click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await expect(page.getByTestId("purchase-box")).toBeVisible();
  const tops = await Promise.all(
    ["company-metrics", "purchase-box", "timeline-event"].map(
      async (part) => (await page.getByTestId(part).first().boundingBox())?.y ?? Number.NaN,
    ),
  );
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  await expect(page.getByTestId("company-metrics")).toContainText("owned; the rest isn't bought yet");
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
  await page.goto(page.url());
  await expect(page.getByRole("button", { name: /^Load timeline/ })).toBeVisible();
});

test("the confirmation threshold is a setting, and every purchase respects it", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const all = await getCompanies(stack);
  const some = all.filter((_, at) => sum(all.slice(0, at + 1)) <= 100);
  expect(sum(some)).toBeGreaterThan(50);
  const sendRequest = (value: string) =>
    page
      .getByRole("group", { name: "Credits above which a purchase needs confirmation" })
      .getByText(value, { exact: true });
  await page.goto("/credits");
  await quiet(page);
  await sendRequest("50").click();
  await page.goto(`/compare?${some.map(({ id }) => `id=${id}`).join("&")}`);
  await quiet(page);
  await load(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await dashboard.account.balance()).toBe(1_000);
  await page.goto("/credits");
  await quiet(page);
  await sendRequest("200").click();
  await page.goto(`/compare?${some.map(({ id }) => `id=${id}`).join("&")}`);
  await quiet(page);
  await load(page).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - sum(some));
});
