/** Export, copy as and the palette: what comes out of them, for free. */
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { sheetCells, unzipped } from "../lib/client/export/testing";
import {
  buyNext,
  explored,
  meter,
  openFeed,
  owned,
  previews,
  quiet,
  result,
  row,
  sheet,
  watchPurchases,
} from "./support/feed";
import { expect, test } from "./support/test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

async function exported(page: Page, choose: () => Promise<void>): Promise<Download> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Export rows" });
  await expect(panel.getByRole("button", { name: /0 credits$/ })).toBeVisible();
  await choose();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: /0 credits$/ }).click(),
  ]);
  await expect(panel).toBeHidden();
  return download;
}

test.describe("export", () => {
  test("writes what is loaded as CSV, Excel and JSON, for free", { tag: "@long" }, async ({
    page,
    dashboard,
    openOwned,
  }) => {
    await openOwned("/funding?countries=US");
    const purchases = watchPurchases(page);
    const company = await row(page, 0).locator('[data-column="company"]').getByTestId("name").textContent();

    const csv = await exported(page, async () => undefined);
    expect(csv.suggestedFilename()).toMatch(/^dealflow-funding-country-us-\d{4}-\d\d-\d\d-20-rows\.csv$/);
    const lines = await readFile(await csv.path());
    expect([...lines.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows: Record<string, string>[] = parse(lines, { bom: true, columns: true });
    expect(rows).toHaveLength(20);
    for (const { Announced } of rows) expect(Announced).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "Round",
      "Amount USD",
      "Amount original",
      "Currency",
      "Company",
      "Domain",
      "Country code",
      "Country",
      "Industry",
      "Investors",
      "Announced",
      "Owned as of",
    ]);
    expect(rows[0]).toMatchObject({ Company: company, "Country code": "US", Country: "United States" });

    const book = await exported(page, async () => {
      await page.getByText("Excel", { exact: true }).click();
      await page.getByText("Every field", { exact: true }).click();
    });
    const files = unzipped(new Uint8Array(await readFile(await book.path())));
    const [heads = [], first = []] = sheetCells(files, 1);
    const place = (name: string) => heads.findIndex(({ value }) => value === name);
    expect(sheetCells(files, 1)).toHaveLength(21);
    expect(first[place("Company")]).toEqual({ type: "s", value: company, formula: false });
    expect(first[place("Announced at")]?.type).toBe("n");
    const about = sheetCells(files, 2).map((cells) => cells.map(({ value }) => value));
    expect(about).toContainEqual(["Filter countries", "US"]);
    expect(about).toContainEqual(["Rows", "20"]);
    expect(about).toContainEqual(["Credits in this view", "0"]);

    const json = await exported(page, () => page.getByText("JSON", { exact: true }).click());
    const read: unknown = JSON.parse(await readFile(await json.path(), "utf8"));
    expect(read).toMatchObject({
      meta: { Feed: "Funding", Request: "/v1/funding-events?countries=US", Rows: 20, "Credits for this export": 0 },
    });

    await quiet(page);
    expect(purchases).toHaveLength(0);
    expect(await dashboard.account.balance()).toBe(980);
  });

  test("writes the selected rows, or all of them on request", { tag: "@long" }, async ({
    page,
    dashboard,
    openOwned,
  }) => {
    await openOwned("/funding?countries=US");
    const name = (index: number) =>
      row(page, index).locator('[data-column="company"]').getByTestId("name").textContent();
    const chosen = [await name(1), await name(3)];
    for (const index of [1, 3]) await row(page, index).click({ modifiers: ["Control"] });
    const readRows = async (file: Download): Promise<Record<string, string>[]> =>
      parse(await readFile(await file.path()), { bom: true, columns: true });
    const some = await exported(page, () =>
      expect(page.getByRole("button", { name: "Export 2 selected rows 0 credits" })).toBeVisible(),
    );
    expect(some.suggestedFilename()).toMatch(/-2-rows\.csv$/);
    expect((await readRows(some)).map(({ Company }) => Company)).toEqual(chosen);
    const all = await exported(page, () => page.getByText("Selected rows only").click());
    expect(await readRows(all)).toHaveLength(20);
    expect(await dashboard.account.balance()).toBe(980);
  });
});

test.describe("buying the rest and exporting it", () => {
  const PATH = "/funding?round=seed&round=series-a&round=series-b&countries=US";
  const panel = (page: Page) => page.getByRole("dialog", { name: "Export rows" });
  const buyRest = (page: Page) => panel(page).getByRole("button", { name: /^Buy the other [\d,]+ and export/ });

  /** Presses the button of the panel and confirms, as a purchase above 100 credits has to be. */
  async function buyAndConfirm(page: Page): Promise<void> {
    await buyRest(page).click();
    const dialog = page.getByRole("dialog", { name: /^Buy [\d,]+ records and export them\?$/ });
    await dialog.getByRole("button", { name: /^Buy the other/ }).click();
  }

  test("takes three presses, and charges each record once", async ({ page, dashboard }) => {
    await openFeed(page, PATH);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const name = (await buyRest(page).textContent()) ?? "";
    const [download] = await Promise.all([page.waitForEvent("download"), buyAndConfirm(page)]);
    const rest = Number(/other (\d+)/.exec(name)?.[1]);
    expect(rest).toBeGreaterThan(200);
    expect(download.suggestedFilename()).toContain(`-${rest}-rows.csv`);
    expect(parse(await readFile(await download.path()), { bom: true, columns: true })).toHaveLength(rest);
    await expect(panel(page)).toBeHidden();
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(1_000 - rest);
    const last = expect.stringContaining(`${rest}`);
    await expect.poll(() => meter(page)).toMatchObject({ balance: 1_000 - rest, session: rest, last });
    await expect(previews(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(panel(page).getByRole("button", { name: `Export ${rest} rows 0 credits` })).toBeVisible();
    await expect(buyRest(page)).toHaveCount(0);
  });

  test.describe("of a whole feed", () => {
    test.use({ credits: 50_000 });

    test("stops on request, also after the page was left, and goes on with what is left", { tag: "@long" }, async ({
      page,
      stack,
      dashboard,
    }) => {
      const release = await stack.holdCharges(dashboard.account);
      await openFeed(page, "/funding");
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await buyAndConfirm(page);
      const buying = panel(page).getByRole("button", { name: /^Buying/ });
      await expect(buying).toHaveText(/^Buying 0 of [\d,]+ credits$/);
      await openFeed(page, "/funding?round=seed");
      await page.getByRole("button", { name: "Export", exact: true }).click();
      const status = panel(page).getByRole("status");
      await expect(status).toHaveText("A purchase of another view is running.");
      await openFeed(page, "/funding");
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await expect(buying).toBeVisible();
      await panel(page).getByRole("button", { name: "Stop" }).click();
      await release();
      await expect(status).toHaveText(/^Stopped\. [\d,]+ of [\d,]+ are bought and kept, for [\d,]+ credits/);
      const [, bought = ""] = /^Stopped\. ([\d,]+) of/.exec((await status.textContent()) ?? "") ?? [];
      expect(await dashboard.account.balance()).toBe(50_000 - Number(bought.replaceAll(",", "")));

      const { matching } = await result(page);
      const started = page.waitForResponse((response) => response.request().method() === "PUT");
      await buyAndConfirm(page);
      expect((await started).status()).toBe(200);
      await page.goto("/credits");
      await expect.poll(() => dashboard.account.balance()).toBe(50_000 - matching);
      await openFeed(page, "/funding");
      await owned(page, matching);
    });
  });

  test.describe("with too few credits", () => {
    test.use({ credits: 130 });

    test("keeps what they covered, and says so", { tag: "@long" }, async ({ page, dashboard }) => {
      await openFeed(page, PATH);
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await buyAndConfirm(page);
      await expect(panel(page).getByRole("status")).toHaveText(
        /^You’re out of credits\. 130 of \d+ are bought and kept, for 130 credits; buying again goes on with the rest\.$/,
      );
      await expect(panel(page).getByRole("button", { name: "Export 130 rows 0 credits" })).toBeVisible();
      await expect(buyRest(page)).toBeDisabled();
      expect(await dashboard.account.balance()).toBe(0);
    });
  });
});

test("rows that a reveal shows to be outside of the filters are not exported", async ({ page }) => {
  // A preview of $5m to $10m may match.
  await openFeed(page, "/funding?minAmountUsd=7000000&maxAmountUsd=9000000");
  await page.getByRole("button", { name: "Reveal 20" }).click();
  const counts = page.getByTestId("result-counts").first();
  await expect(counts).toContainText(/[1-9]\d* owned/);
  const owned = Number(/(\d+) owned/.exec((await counts.textContent()) ?? "")?.[1]);
  expect(owned).toBeLessThan(20);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Export rows" });
  await expect(panel).toContainText(`Left out: ${20 - owned} revealed rows outside of the filters.`);
  const button = panel.getByRole("button", { name: `Export ${owned} rows 0 credits` });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  const amounts = rows.map((one) => Number(one["Amount USD"]));
  expect(amounts).toHaveLength(owned);
  expect(Math.min(...amounts)).toBeGreaterThanOrEqual(7_000_000);
});

test("copies the view as curl, fetch and MCP call, without a key", async ({ page, context, dashboard, openOwned }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openOwned("/funding?round=seed&countries=US&countries=GB");
  await page.getByRole("button", { name: "Copy as", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Copy this view as" });
  const copied = async (name: string) => {
    await panel.getByRole("button", { name: `Copy ${name}` }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const curl = await copied("curl");
  expect(curl).toContain("/v1/funding-events?round=seed&countries=GB&countries=US&limit=20'");
  expect(curl).toContain('-H "X-API-Key: $DEALFLOW_API_KEY"');
  expect(curl).not.toContain(dashboard.account.key);
  expect(await copied("fetch")).toContain("/v1/funding-events?round=seed&countries=GB&countries=US&limit=20");
  expect(JSON.parse(await copied("MCP call"))).toEqual({
    server: expect.stringMatching(/^http:\/\/.*\/mcp$/),
    name: "funding_events",
    arguments: { round: ["seed"], countries: ["GB", "US"], limit: 20 },
  });
  expect(await dashboard.account.balance()).toBe(980);
});

test.describe("the palette", () => {
  test("is used by keys alone, and what says 0 credits costs nothing", { tag: "@long" }, async ({
    page,
    context,
    dashboard,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openFeed(page, "/funding?countries=US");
    await buyNext(page, 20);
    const purchases = watchPurchases(page);
    const name = (await row(page, 3).locator('[data-column="company"]').getByTestId("name").textContent()) ?? "";

    await page.keyboard.press("Control+k");
    const field = palette(page).getByRole("combobox");
    await expect(field).toBeFocused();
    await page.keyboard.type("as mcp");
    await expect(palette(page).getByRole("option", { selected: true })).toHaveText(
      "Copy this view as MCP call0 credits",
    );
    await page.keyboard.press("Enter");
    await expect(palette(page)).toContainText("Copied as MCP call");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"funding_events"');
    await page.keyboard.press("Escape");
    await expect(palette(page)).toHaveCount(0);

    await page.keyboard.press("Control+k");
    await page.keyboard.type(name.slice(0, 6));
    // The results of the service are listed too once they are there.
    await quiet(page);
    const line = palette(page)
      .getByRole("group", { name: "Loaded rows" })
      .getByRole("option")
      .filter({ hasText: name });
    for (let presses = 0; (await line.getAttribute("aria-selected")) !== "true" && presses < 30; presses++)
      await page.keyboard.press("ArrowDown");
    await expect(line).toContainText("0 credits");
    await page.keyboard.press("Enter");
    await expect(sheet(page)).toContainText(name);

    await page.keyboard.press("Control+k");
    await page.keyboard.type("api ref");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "API reference", level: 1 })).toBeVisible();
    await quiet(page);
    expect(purchases).toHaveLength(0);
    expect(await dashboard.account.balance()).toBe(980);
  });

  test("applies filters as they are typed, several together", async ({ page, dashboard }) => {
    await openFeed(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("series b ger");
    const first = palette(page).getByRole("option").first();
    await expect(first).toContainText("Round Series B, Country Germany");
    await expect(first).toContainText("0 credits");
    await page.keyboard.press("Tab");
    await page.keyboard.type("from 1m");
    await expect(first).toContainText("Amount from $1m");
    await page.keyboard.press("Enter");
    await expect(palette(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/funding\?round=series-b&countries=DE&minAmountUsd=1000000$/);
    await quiet(page);
    expect(await dashboard.account.balance()).toBe(1_000);
  });

  test("finds dates and actions for free, and says what it does not understand", { tag: "@long" }, async ({
    page,
    dashboard,
  }) => {
    await openFeed(page, "/funding?enrichedOnly=true");
    await buyNext(page, 20);
    const purchases = watchPurchases(page);
    const type = async (text: string) => {
      await page.keyboard.press("Control+k");
      await expect(palette(page).getByRole("combobox")).toBeFocused();
      await page.keyboard.type(text);
    };
    const first = palette(page).getByRole("option").first();
    /** A closing palette still has the focus for a moment, and what is typed then goes nowhere. */
    const leave = async () => {
      await page.keyboard.press("Escape");
      await expect(palette(page)).toHaveCount(0);
    };
    /** A press of Enter takes the first line that is there, which follows what was typed once that is drawn. */
    const enter = async (line: string) => {
      await expect(first).toContainText(line);
      await page.keyboard.press("Enter");
      await expect(palette(page)).toHaveCount(0);
    };

    await type("series a france last 90 days");
    await expect(first).toContainText("Round Series A, Country France, Announced last 90 days");
    await expect(first).toContainText("0 credits");
    await expect(palette(page).getByTestId("palette-unread")).toHaveCount(0);
    await page.keyboard.type(" zzzz");
    await expect(palette(page).getByTestId("palette-unread")).toHaveText("Not part of the filter: “zzzz”");
    await leave();

    await type("theme dark");
    await enter("Theme: dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await type("owned only");
    await expect(first).toHaveText("Turn on owned onlystops all spending0 credits");
    await enter("Turn on owned only");
    await expect(page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" })).toBeChecked();
    await type("owned only");
    await enter("Turn off owned only");
    await expect(page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" })).not.toBeChecked();
    await type("log out");
    await expect(first).toContainText("Sign out");
    await leave();
    await type("export");
    await enter("Export");
    await expect(page.getByRole("dialog", { name: "Export rows" })).toBeVisible();
    await page.keyboard.press("Escape");

    await quiet(page);
    expect(purchases).toEqual([]);
    expect(await dashboard.account.balance()).toBe(980);
  });

  test("leads from any page to a feed, for free", { tag: "@long" }, async ({ page, dashboard }) => {
    await page.goto("/reference");
    await quiet(page);
    await page.getByTestId("sidebar").getByRole("button", { name: "Command palette" }).click();
    await page.keyboard.type("acquisi");
    const line = palette(page).getByRole("group", { name: "Go to" }).getByRole("option");
    await expect(line).toHaveText("Acquisitions0 credits");
    expect(await dashboard.account.balance()).toBe(1_000);
    await line.click();
    await expect(page).toHaveURL(/\/acquisitions$/);
    await explored(page);
    expect(await dashboard.account.balance()).toBe(1_000);
  });
});

test("where the system forces its colours, what is on, chosen and typed can be seen", { tag: "@long" }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openFeed(page);
  const look = async (control: Locator) => (await control.screenshot()).toString("base64");
  const spending = page.getByRole("switch", { name: "Owned only" });
  const country = page.getByRole("checkbox", { name: /^United States/ });
  for (const control of [spending, country]) {
    const off = await look(control);
    await control.click();
    await expect.poll(() => look(control)).not.toBe(off);
    await control.click();
    await expect.poll(() => look(control)).toBe(off);
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("series b ger");
  const option = palette(page).getByRole("option").nth(1);
  await expect(option).toBeVisible();
  const other = await look(option);
  await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  expect(await look(option)).not.toBe(other);
  const colours = await option.evaluate((element) =>
    [element, ...element.querySelectorAll("mark")].map((part) => getComputedStyle(part).color),
  );
  expect(new Set(colours).size).toBe(1);
});
