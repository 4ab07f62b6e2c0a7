/** The page of an investor: what is owned of it, for free. */
import { quiet, rows, sheet, watchPurchases } from "./support/feed";
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
  const round = page.getByTestId("investor-round").filter({ hasText: company });
  await expect(round).toHaveCount(1);
  await expect(page.getByTestId("investor-metrics")).toContainText("Companies, owned rounds");
  await expect(page.getByRole("heading", { name: /^Portfolio, \d+ compan/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open funding" })).toHaveText("Open funding");

  await round.getByRole("link").first().click();
  await expect(sheet(page).getByTestId("receipt")).toContainText("Bought");
  await page.reload();
  await expect(sheet(page).getByTestId("sheet-name")).toHaveText(company);
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await round.getByRole("link", { name: company }).click();
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/);

  await page.goto(`/investors/${NOBODY}`);
  await expect(page.getByRole("heading", { name: "Investor not found" })).toBeVisible();
  await expect(page.getByTestId("coverage")).toHaveText(
    "No record you own names an investor with this id. Nothing was charged.",
  );
  await page.goto("/investors/42");
  await expect(page.getByRole("heading", { name: "That isn’t a valid investor link" })).toBeVisible();
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});
