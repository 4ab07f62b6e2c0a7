/** Another host, whose pages have to be bought before they are seen. Credits are counted in its database. */
import type { Page } from "@playwright/test";
import {
  loaded,
  meter,
  openPaidFeed,
  panel,
  quiet,
  result,
  row,
  rowTexts,
  scroller,
  showNext,
  unbought,
  watchPurchases,
} from "../support/feed";
import { hydrated } from "../support/hydration";
import { startForeignDashboard } from "../support/stack/dashboard";
import type { Account } from "../support/stack/stack";
import { test as base, expect } from "../support/test";

const PASSWORD = "a lone green door 4417";

const test = base.extend<{ account: Account }>({
  account: async ({ stack, credits }, use) => use(await stack.account(credits)),
  baseURL: async ({ stack, account }, use) => {
    const settings = { DASHBOARD_PASSWORD: PASSWORD };
    const dashboard = await startForeignDashboard(stack.service.url, account.key, settings);
    await use(dashboard.url);
    await dashboard.stop();
  },
});

/** Opens a page behind the password. */
async function unlock(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(/\/unlock\?returnTo=/);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page).toHaveURL(path);
  // Unlocking leads to another document, on which a press is lost until it is hydrated.
  await hydrated(page);
}

test("opening, filtering, scrolling, going back and reloading buy nothing; a press buys a page, which is free from then on", async ({
  page,
  account,
}) => {
  const purchases = watchPurchases(page);
  await unlock(page, "/funding");
  await expect(unbought(page)).toBeVisible();
  await expect(showNext(page)).toHaveText("Reveal 20 up to 20 credits");
  await panel(page).getByRole("checkbox", { name: "United States" }).click();
  await expect(page).toHaveURL(/countries=US$/);
  await expect(unbought(page)).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(unbought(page)).toBeVisible();
  await quiet(page);
  expect(purchases).toEqual([]);

  await showNext(page).click();
  await loaded(page, 20);
  expect(await account.balance()).toBe(980);
  const first = await rowTexts(page);
  await scroller(page).hover();
  for (let times = 0; times < 3; times++) await page.mouse.wheel(0, 4_000);
  await row(page, 19).focus();
  for (const key of ["End", "ArrowDown", "PageDown", "j"]) await page.keyboard.press(key);
  await quiet(page);
  expect(purchases).toHaveLength(1);

  await page
    .getByTestId("load-more")
    .getByRole("button", { name: /^Reveal 20/ })
    .dblclick();
  await loaded(page, 40);
  await quiet(page);
  expect(await meter(page)).toEqual({ balance: 960, last: "20", session: 40 });
  expect(await result(page)).toMatchObject({ loaded: 40, credits: 40 });
  await page.reload();
  await loaded(page, 40);
  // The position of before the reload is kept, and the first rows stand above it.
  await scroller(page).evaluate((box) => box.scrollTo({ top: 0 }));
  await expect.poll(() => rowTexts(page)).toEqual(expect.arrayContaining(first.slice(0, 5)));
  expect(await account.balance()).toBe(960);
});

test.describe("with 30 credits", () => {
  test.use({ credits: 30 });

  test("a page cut short is not the end of the data, and then nothing can be bought", { tag: "@long" }, async ({
    page,
    account,
  }) => {
    await unlock(page, "/funding");
    await openPaidFeed(page);
    await expect(showNext(page)).toHaveText("Reveal 20 up to 10 credits");
    await showNext(page).click();
    await loaded(page, 30);
    expect(await meter(page)).toEqual({ balance: 0, last: "10 of 20", session: 30 });
    expect(await account.balance()).toBe(0);
    const purchases = watchPurchases(page);
    await expect(showNext(page)).toHaveText("Reveal 20 no credits left");
    await expect(showNext(page)).toBeDisabled();
    await expect(page.getByText(/all loaded/)).toHaveCount(0);
    await page.reload();
    await loaded(page, 30);
    await quiet(page);
    expect(purchases).toEqual([]);
    expect(await account.balance()).toBe(0);
  });
});
