/** The page of an investor: what is owned of it, for free. */
import { quiet, row, rows, sheet, watchPurchases } from "./support/feed";
import { navigation } from "./support/saved";
import { expect, test } from "./support/test";

const NOBODY = "00000000-0000-7000-8000-000000000000";

test("shows the owned rounds, companies and co-investors, says what it covers, and buys nothing", async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned("/funding?enrichedOnly=true");
  await rows(page)
    .filter({ hasNot: page.getByText("none named") })
    .first()
    .click();
  const company = (await sheet(page).getByTestId("sheet-name").textContent()) ?? "";
  const link = sheet(page).getByTestId("sheet-investors").getByRole("link").first();
  const name = (await link.textContent()) ?? "";
  await quiet(page);
  const purchases = watchPurchases(page);
  await link.click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await expect(page.getByTestId("coverage")).toHaveText(
    /^Based on the \d+ funding rounds? you own with this investor\. There may be more\.$/,
  );
  const round = page.getByTestId("record-line").filter({ hasText: company });
  await expect(round).toHaveCount(1);
  await expect(page.getByTestId("investor-metrics")).toContainText("Companies, owned rounds");
  await expect(page.getByRole("heading", { name: /^Portfolio, \d+ compan/ })).toBeVisible();
  await expect(page.getByTestId("portfolio-company").filter({ hasText: company })).toHaveCount(1);
  await expect(page.getByText(/You own 20 of [\d,]+ funding rounds\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "Open funding" })).toHaveText("Open funding");

  await round.getByRole("link").first().click();
  await expect(sheet(page).getByTestId("receipt")).toContainText("Bought");
  await page.reload();
  await expect(sheet(page).getByTestId("sheet-name")).toHaveText(company);
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await round.getByRole("link", { name: company }).click();
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/);

  // The directory begins with investors in owned rounds, whose names are known before they are bought.
  await page.goto("/investors");
  await expect(row(page, 0).getByTestId("name")).toBeVisible();
  await expect(row(page, 0)).toContainText("1 credit");
  await expect(row(page, 0).locator('[data-column="rounds"]')).toHaveText(/^[1-9]/);
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});

test("an investor of no owned record is said to be none, and leads to the search", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  const name = "Nobody Capital";
  await page.goto(`/investors/${NOBODY}`);
  await expect(page.getByRole("heading", { name: "Investor not found" })).toBeVisible();
  await expect(page.getByTestId("coverage")).toHaveText(
    "No record you own names an investor with this id. Nothing was charged.",
  );
  await page.goto("/investors/42");
  await expect(page.getByRole("heading", { name: "Investor not found" })).toBeVisible();
  await page.goto(`/investors/named?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole("heading", { name: "Investor not found" })).toBeVisible();
  await page.getByRole("link", { name: `Search investors for “${name}”` }).click();
  await expect(page).toHaveURL(/\/investors\?search=/);
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("a person has a page of owned moves, which the sheet of a move and the palette link, and buys nothing", {
  tag: "@long",
}, async ({ page, dashboard, openOwned }) => {
  await openOwned("/exec-moves");
  await row(page, 0).click();
  const link = sheet(page).getByTestId("sheet-name").getByRole("link");
  const name = (await link.textContent()) ?? "";
  const purchases = watchPurchases(page);
  await link.click();
  await expect(page).toHaveURL(/\/people\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await expect(page.getByTestId("coverage")).toHaveText(/^Based on the \d+ exec moves? you own of this person\./);
  await expect(navigation(page).getByRole("link", { name: "Exec moves" })).toHaveAttribute("aria-current", "page");
  const address = page.url();
  // On a phone names keep the width of words.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(async () => (await page.getByTestId("record-line").first().boundingBox())?.height)
    .toBeLessThan(120);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByTestId("record-line").first().getByRole("link").first().click();
  await expect(sheet(page).getByTestId("receipt")).toContainText("Bought");
  await page.keyboard.press("Escape");
  await page.goto("/");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await expect(page).toHaveURL(address);

  await page.goto(`/people/${NOBODY}`);
  await expect(page.getByRole("heading", { name: "Person not found" })).toBeVisible();
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});
