/** Pages on paper: without the frame of the application, at full length, and light. */
import { expect, test } from "./support/test";

const ROWS = 60;

test.use({ colorScheme: "dark" });

test("a table prints its loaded rows, and nothing that is pressed", async ({ page, openOwned }) => {
  await openOwned("/funding", ROWS);
  await page.goto("/owned/funding");
  const table = page.getByTestId("feed-table");
  const rows = table.locator("[data-row][data-index]");
  await expect(page.getByTestId("result-line")).toContainText(`${ROWS} owned`);
  await page.getByTestId("table-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(table.locator(`[data-index="${ROWS - 1}"]`)).toBeVisible();
  expect(await rows.count()).toBeLessThan(ROWS);

  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(rows).toHaveCount(ROWS);
  await expect(rows.last()).toHaveAttribute("data-index", `${ROWS - 1}`);
  for (const [name, hidden] of Object.entries({
    navigation: page.getByTestId("sidebar"),
    filters: page.getByRole("complementary", { name: "Filters" }),
    tools: page.getByTestId("feed-bar").getByRole("button"),
    keys: page.getByText("all keys"),
  }))
    expect(await hidden.filter({ visible: true }).count(), name).toBe(0);
  const [first, last] = await Promise.all([rows.first().boundingBox(), rows.last().boundingBox()]);
  expect(last?.y).toBeCloseTo((first?.y ?? 0) + (ROWS - 1) * (first?.height ?? 0), 0);
  const paper = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollHeight,
    colour: getComputedStyle(document.documentElement).backgroundColor,
  }));
  expect(paper.scrolled).toBeGreaterThan(last?.y ?? 0);
  expect(paper.colour).toBe("rgb(255, 255, 255)");
  // Two charts have no room for their titles next to what is pressed, which paper leaves out.
  const titles = page.getByTestId("chart").getByRole("heading");
  await expect(titles).toHaveCount(2);
  for (const title of await titles.all()) expect((await title.boundingBox())?.width).toBeGreaterThan(40);

  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => rows.count()).toBeLessThan(ROWS);
});
