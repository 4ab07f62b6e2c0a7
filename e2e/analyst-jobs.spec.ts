/** Does what an analyst does in a day, and counts clicks and credits: a longer or dearer way fails here. */
import {
  buyNext,
  explored,
  meter,
  openFeed,
  owned,
  panel,
  quiet,
  result,
  row,
  rows,
  rowTexts,
  scroller,
  sheet,
  showNext,
  watchPurchases,
} from "./support/feed";
import { countPresses, presses, rest } from "./support/gestures";
import {
  command,
  companiesIn,
  companiesShown,
  enterPeriod,
  exportPanel,
  loadTimeline,
  loadTimelines,
  MARKET_END,
  palette,
  price,
  readCompany,
  SOUGHT,
  SOUGHT_ROWS,
} from "./support/jobs";
import { register, visitor, waitForLink } from "./support/people";
import { navigation, saveAs } from "./support/saved";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await countPresses(page);
});

test("1: finds the rounds of a sector, and exports them", { tag: "@long" }, async ({ page, dashboard }) => {
  await page.goto("/");
  await navigation(page).getByRole("link", { name: "Funding" }).click();
  await explored(page);
  await page.clock.setSystemTime(MARKET_END);
  const press = (name: string | RegExp) => panel(page).getByRole("button", { name }).first().click();
  const check = (name: string) => panel(page).getByRole("checkbox", { name, exact: true }).click();
  await press(/^Announced/);
  await enterPeriod(panel(page), "since May 2026");
  await press(/^Round/);
  for (const name of ["Seed", "Series A", "United States", "United Kingdom"]) await check(name);
  await press(/^5m$/);
  await press(/^Vertical/);
  await check("Healthcare");
  await expect(page).toHaveURL(SOUGHT);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);
  await buyNext(page, SOUGHT_ROWS);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await exportPanel(page)
    .getByRole("button", { name: `Export ${SOUGHT_ROWS} rows 0 credits` })
    .click();
  expect(await companiesIn(await download)).toEqual(await companiesShown(page));
  expect(await presses(page)).toEqual({ clicks: 13, keys: 1 });
  expect(await dashboard.account.balance()).toBe(1_000 - SOUGHT_ROWS);
});

test("2: saves it as a view, reloads, and reopens it from the palette", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned("/funding?round=seed&countries=US");
  const before = await rowTexts(page);
  const purchases = watchPurchases(page);
  await saveAs(page, "Seed in the US");
  await expect(navigation(page).getByRole("link", { name: "Seed in the US" })).toBeVisible();
  expect(await presses(page)).toEqual({ clicks: 2, keys: 0 });
  await page.reload();
  await owned(page, 20);
  await page.goto("/");
  await command(page, "seed in the");
  const view = palette(page).getByRole("group", { name: "Saved views" }).getByRole("option");
  await expect(view).toContainText("0 credits");
  await view.click();
  await expect(page).toHaveURL(/\/funding\?round=seed&countries=US$/);
  await expect.poll(() => rowTexts(page)).toEqual(before);
  await quiet(page);
  expect(await presses(page)).toEqual({ clicks: 1, keys: 1 });
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});

test("3: from a round to its company and timeline, and onto the watchlist", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned("/funding?enrichedOnly=true");
  const name = (await readCompany(page, 0)) ?? "";
  await row(page, 0).click();
  await sheet(page).getByRole("link", { name, exact: true }).click();
  const costs = await price(loadTimeline(page));
  await loadTimeline(page).click();
  await expect.poll(() => dashboard.account.balance()).toBe(980 - costs);
  await page.getByTestId("company-tools").getByRole("button", { name: "Watch", exact: true }).click();
  await navigation(page).getByRole("link", { name: "Watchlist 1" }).click();
  await expect(page.getByLabel(`Note on ${name}`)).toBeVisible();
  expect(await presses(page)).toEqual({ clicks: 5, keys: 0 });
  expect(await dashboard.account.balance()).toBe(980 - costs);
});

test("4: compares four companies from selected rows", { tag: "@long" }, async ({ page, dashboard }) => {
  await openFeed(page, "/funding?enrichedOnly=true");
  await buyNext(page, 20);
  const names = await Promise.all([0, 1, 2, 3].map((index) => readCompany(page, index)));
  expect(new Set(names).size).toBe(4);
  await row(page, 0).getByRole("gridcell").first().click();
  await row(page, 3)
    .getByRole("gridcell")
    .first()
    .click({ modifiers: ["Shift"] });
  await page.getByRole("toolbar", { name: "Selected rows" }).getByRole("link", { name: "Compare" }).click();
  const costs = await price(loadTimelines(page));
  await loadTimelines(page).click();
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  for (const name of names)
    await expect(
      page
        .getByRole("row")
        .filter({ hasText: name ?? "-" })
        .first(),
    ).toBeVisible();
  expect(await presses(page)).toEqual({ clicks: 5, keys: 0 });
  expect(await dashboard.account.balance()).toBe(980 - costs);
});

test("5: shares it with a colleague, by its address and as a view", { tag: "@long" }, async ({
  page,
  browser,
  dashboard,
  stack,
  openOwned,
}) => {
  const email = `jo-${Date.now().toString(36)}@ostermark.example`;
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  const link = await waitForLink(stack.service, "/invitation", () =>
    page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click(),
  );
  const { page: colleague, context } = await visitor(browser, dashboard);
  await countPresses(colleague);
  await colleague.goto(link);
  await colleague.getByRole("link", { name: "Create an account" }).click();
  await register(colleague, "Jo", email);
  await colleague.getByRole("button", { name: "Join" }).click();
  await expect(colleague.getByTestId("sidebar-person")).toContainText("Jo");

  await openOwned("/funding?round=seed&countries=US");
  await presses(page);
  await saveAs(page, "Seed in the US", { shared: true });
  await expect(navigation(page).getByRole("link", { name: "Seed in the US" })).toBeVisible();
  expect(await presses(page)).toEqual({ clicks: 3, keys: 0 });

  // What the workspace has bought is not bought again, and both say so: no credits in the view, its age, no use.
  const isShared = async () => {
    await owned(colleague, 20);
    await expect.poll(() => rowTexts(colleague)).toEqual(await rowTexts(page));
    expect((await result(colleague)).credits).toBe(0);
    await expect(row(colleague, 0).locator('[data-column="owned"]')).toContainText(/\d\d:\d\d/);
    await expect(colleague.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveCount(2);
    await quiet(colleague);
    expect(await meter(colleague)).toMatchObject({ balance: 980, session: 0 });
  };
  await presses(colleague);
  await colleague.goto(page.url());
  await isShared();
  await colleague.goto("/");
  await navigation(colleague).getByRole("link", { name: "Seed in the US" }).click();
  await isShared();
  expect(await presses(colleague)).toEqual({ clicks: 1, keys: 0 });
  expect(await dashboard.account.balance()).toBe(980);
  await context.close();
});

test.describe("of 30 credits", () => {
  test.use({ credits: 30 });

  test("6: runs out of credits, loses nothing, and filters what is owned", { tag: "@long" }, async ({
    page,
    dashboard,
  }) => {
    await openFeed(page);
    await buyNext(page, 20);
    await rest(page, 600);
    await expect(showNext(page)).toHaveText("Reveal 20 up to 10 credits, all you have");
    await buyNext(page, 30);
    expect(await presses(page)).toEqual({ clicks: 2, keys: 0 });
    expect(await meter(page)).toMatchObject({ balance: 0, session: 30 });
    const purchases = watchPurchases(page);
    await panel(page).getByRole("checkbox", { name: "United States" }).click();
    await expect(page).toHaveURL(/countries=US/);
    await explored(page);
    for (const country of await rows(page).locator('[data-column="country"]').allTextContents())
      expect(country).toContain("US");
    await page.getByRole("button", { name: /^Remove Country/ }).click();
    await owned(page, 30);
    await page.reload();
    await owned(page, 30);
    await quiet(page);
    expect(await presses(page)).toEqual({ clicks: 2, keys: 0 });
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(0);
  });
});

test("7: with owned only, nothing that is pressed costs anything", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned("/funding?enrichedOnly=true");
  const purchases = watchPurchases(page);
  const paid = page.getByRole("button", { name: /[1-9]\d* credits?\b/ });
  await expect(paid.first()).toBeEnabled();
  await page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" }).click();
  const nothingIsSold = async () => {
    await quiet(page);
    for (const button of await paid.all()) await expect(button).toBeDisabled();
  };
  await nothingIsSold();
  await panel(page).getByRole("checkbox", { name: "United States" }).click();
  await expect(page).toHaveURL(/countries=US/);
  await row(page, 0).click();
  await nothingIsSold();
  await sheet(page).getByTestId("sheet-name").getByRole("link").click();
  await expect(page).toHaveURL(/\/companies\//);
  await nothingIsSold();
  for (const name of ["Acquisitions", "Investors", "Companies"]) {
    await navigation(page).getByRole("link", { name, exact: true }).click();
    // Nothing of it is owned: the list is empty once it has been read.
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: /^No \w+ yet$/ })).toBeVisible();
    await nothingIsSold();
  }
  expect(await presses(page)).toEqual({ clicks: 7, keys: 0 });
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});

test.describe("in a low window", () => {
  test.use({ viewport: { width: 1280, height: 560 } });

  test("8: back, forward and reload show the same rows at the same place", { tag: "@long" }, async ({
    page,
    dashboard,
    openOwned,
  }) => {
    await openOwned("/funding?enrichedOnly=true", 40);
    const purchases = watchPurchases(page);
    await scroller(page).hover();
    await page.mouse.wheel(0, 300);
    const top = () => scroller(page).evaluate((element) => Math.round(element.scrollTop));
    await expect.poll(top).toBe(300);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem("scroll:funding?enrichedOnly=true")))
      .toBe("300");
    await quiet(page);
    const before = await rowTexts(page);
    const isTheSame = async () => {
      await owned(page, 40);
      await expect.poll(top).toBe(300);
      await expect.poll(() => rowTexts(page)).toEqual(before);
    };
    await row(page, 15).click();
    await sheet(page).getByTestId("sheet-name").getByRole("link").click();
    await expect(page).toHaveURL(/\/companies\//);
    await page.goBack();
    await expect(sheet(page)).toBeVisible();
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await isTheSame();
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveURL(/\/companies\//);
    await page.goBack();
    await page.goBack();
    await isTheSame();
    await page.reload();
    await isTheSame();
    await quiet(page);
    expect(await presses(page)).toEqual({ clicks: 2, keys: 0 });
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(960);
  });
});
