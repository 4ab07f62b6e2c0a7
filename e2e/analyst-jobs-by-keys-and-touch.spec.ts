/** Does the first of an analyst's jobs by keys alone, and on a phone, and counts keys, taps and credits. */
import { explored, openFeed, owned, quiet, row, sheet } from "./support/feed";
import { countPresses, presses, tabTo } from "./support/gestures";
import {
  command,
  companiesIn,
  companiesShown,
  exportPanel,
  loadTimeline,
  loadTimelines,
  MARKET_END,
  palette,
  price,
  SOUGHT,
  SOUGHT_ROWS,
} from "./support/jobs";
import { navigation, savePanel } from "./support/saved";
import { expect, test } from "./support/test";

const SOUGHT_WORDS = "seed, series a, united states, united kingdom, healthcare, from 5m, since may 2026";

test.beforeEach(async ({ page }) => {
  await countPresses(page);
});

test("9: the first four by keys alone", { tag: "@long" }, async ({ page, dashboard }) => {
  const balance = () => dashboard.account.balance();
  await page.goto("/");
  await page.clock.setSystemTime(MARKET_END);
  await test.step("find and export", async () => {
    await command(page, SOUGHT_WORDS);
    await expect(palette(page).getByRole("option", { selected: true })).toContainText("0 credits");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(SOUGHT);
    await explored(page);
    for (let bought = 1; bought <= SOUGHT_ROWS; bought++) {
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await owned(page, bought);
    }
    await command(page, "export");
    await page.keyboard.press("Enter");
    await expect(exportPanel(page).getByRole("button", { name: `Export ${SOUGHT_ROWS} rows 0 credits` })).toBeFocused();
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect(await companiesIn(await download)).toEqual(await companiesShown(page));
    expect(await presses(page)).toEqual({ clicks: 0, keys: 5 + 2 * SOUGHT_ROWS });
    expect(await balance()).toBe(1_000 - SOUGHT_ROWS);
  });
  await test.step("save, reload and reopen", async () => {
    await command(page, "save view");
    await page.keyboard.press("Enter");
    await expect(savePanel(page).getByLabel("Name", { exact: true })).toBeFocused();
    await page.keyboard.type("Health rounds");
    await page.keyboard.press("Enter");
    await expect(navigation(page).getByRole("link", { name: "Health rounds" })).toBeVisible();
    await page.reload();
    await owned(page, SOUGHT_ROWS);
    await command(page, "health rounds");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(SOUGHT);
    await quiet(page);
    expect(await presses(page)).toEqual({ clicks: 0, keys: 5 });
    expect(await balance()).toBe(1_000 - SOUGHT_ROWS);
  });
  const spent = await test.step("star, company and timeline", async () => {
    for (const key of ["j", "s", "Enter"]) await page.keyboard.press(key);
    // Once the sheet is there, Enter goes to it.
    await expect(sheet(page).getByTestId("sheet-name")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(navigation(page).getByRole("link", { name: "Watchlist 1" })).toBeVisible();
    await tabTo(page, sheet(page).getByTestId("sheet-name").getByRole("link"));
    await page.keyboard.press("Enter");
    const costs = await price(loadTimeline(page));
    // The chart's marks are stops too, once it is there.
    await quiet(page);
    await tabTo(page, loadTimeline(page));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Copy as JSON" })).toBeVisible();
    expect(await presses(page)).toEqual({ clicks: 0, keys: 19 });
    expect(await balance()).toBe(1_000 - SOUGHT_ROWS - costs);
    return SOUGHT_ROWS + costs;
  });
  await test.step("compare four", async () => {
    await command(page, "resolved companies only");
    await expect(palette(page).getByRole("option", { selected: true })).toContainText("0 credits");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/funding\?enrichedOnly=true$/);
    await explored(page);
    for (const key of ["j", "x", "j", "x", "j", "x", "j", "x"]) await page.keyboard.press(key);
    const show = page.getByRole("toolbar", { name: "Selected rows" }).getByRole("button", { name: /^Reveal \d/ });
    const shown = await price(show);
    await tabTo(page, show, true);
    await page.keyboard.press("Enter");
    await expect(show).toHaveCount(0);
    await command(page, "compare selected");
    await expect(palette(page).getByRole("option", { selected: true })).toContainText("0 credits");
    await page.keyboard.press("Enter");
    const costs = await price(loadTimelines(page));
    await quiet(page);
    await tabTo(page, loadTimelines(page));
    await page.keyboard.press("Enter");
    await expect(page.getByText("You already own all of these.")).toBeVisible();
    expect(await presses(page)).toEqual({ clicks: 0, keys: 40 });
    expect(await balance()).toBe(1_000 - spent - shown - costs);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("10: the first three by touch", { tag: "@long" }, async ({ page, dashboard }) => {
    await openFeed(page);
    await page.clock.setSystemTime(MARKET_END);
    const more = page.getByRole("dialog", { name: "More" });
    await test.step("find and export", async () => {
      await page.getByRole("button", { name: "Menu" }).tap();
      await page.getByRole("button", { name: "Go to, or filter by typing" }).tap();
      await expect(palette(page).getByRole("combobox")).toBeFocused();
      await page.keyboard.type(SOUGHT_WORDS);
      const option = palette(page).getByRole("option", { selected: true });
      await expect(option).toContainText("0 credits");
      await option.tap();
      await expect(page).toHaveURL(SOUGHT);
      await explored(page);
      await page
        .getByTestId("feed-dock")
        .getByRole("button", { name: `Reveal ${SOUGHT_ROWS} ${SOUGHT_ROWS} credits` })
        .tap();
      await owned(page, SOUGHT_ROWS);
      await page.getByRole("button", { name: "More", exact: true }).tap();
      await more.getByRole("button", { name: "Export", exact: true }).tap();
      const download = page.waitForEvent("download");
      await more.getByRole("button", { name: `Export ${SOUGHT_ROWS} rows 0 credits` }).tap();
      expect(await companiesIn(await download)).toEqual(await companiesShown(page));
      expect(await presses(page)).toEqual({ clicks: 7, keys: 0 });
      expect(await dashboard.account.balance()).toBe(1_000 - SOUGHT_ROWS);
    });
    await test.step("save, reload and reopen", async () => {
      await page.reload();
      await owned(page, SOUGHT_ROWS);
      await page.getByRole("button", { name: "More", exact: true }).tap();
      await more.getByRole("button", { name: "Save view" }).tap();
      await more.getByLabel("Name", { exact: true }).fill("Health rounds");
      await more.getByRole("button", { name: "Save view" }).tap();
      await expect(more).toBeHidden();
      await page.goto("/");
      await page
        .getByRole("main")
        .getByRole("link", { name: /^Health rounds/ })
        .first()
        .tap();
      await expect(page).toHaveURL(SOUGHT);
      await owned(page, SOUGHT_ROWS);
      await quiet(page);
      expect(await presses(page)).toEqual({ clicks: 4, keys: 0 });
      expect(await dashboard.account.balance()).toBe(1_000 - SOUGHT_ROWS);
    });
    await test.step("company, timeline and star", async () => {
      await row(page, 0).tap();
      await sheet(page).getByTestId("sheet-name").getByRole("link").tap();
      const costs = await price(loadTimeline(page));
      await loadTimeline(page).tap();
      await expect(page.getByRole("button", { name: "Copy as JSON" })).toBeVisible();
      await page.getByRole("button", { name: "Watch", exact: true }).locator("visible=true").tap();
      await expect(page.getByRole("button", { name: "Watched" }).locator("visible=true")).toBeVisible();
      expect(await presses(page)).toEqual({ clicks: 4, keys: 0 });
      expect(await dashboard.account.balance()).toBe(1_000 - SOUGHT_ROWS - costs);
    });
  });
});
