/** Stars in the rows of a feed: by mouse and by key, for free, and without a request for each row. */
import { owned, quiet, row, sheet, watchPurchases } from "./support/feed";
import { navigation } from "./support/saved";
import { expect, test } from "./support/test";

test("a row's company is starred by mouse and by key, and the star is there after a reload", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  const requestedUrls: string[] = [];
  page.on("request", (request) => {
    // The stream of the inbox is opened after the page has been painted, and rows and their summary are free.
    if (request.url().includes("/api/account/") && !/\/(updates|summaries\/\w+|explore\/\w+)(\?|$)/.test(request.url()))
      requestedUrls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await openOwned("/funding?enrichedOnly=true");
  const purchases = watchPurchases(page);
  const first = row(page, 0);
  const company = first.locator('[data-column="company"]');
  const boxes = () =>
    first
      .getByRole("gridcell", { includeHidden: true })
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON()));
  const before = await boxes();
  await expect(first).toHaveAttribute("data-marked", "false");
  await first.hover();
  expect(await boxes()).toEqual(before);
  const { width = 0, height = 0 } = (await company.boundingBox()) ?? {};
  await company.click({ position: { x: width - 14, y: height / 2 } });
  await expect(first).toHaveAttribute("data-marked", "true");
  await expect(sheet(page)).toHaveCount(0);
  await expect(navigation(page).getByRole("link", { name: "Watchlist 1" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "to the watchlist" })).toHaveCount(1);
  await page.mouse.move(0, 0);
  expect(await boxes()).toEqual(before);
  await expect(first.getByText("watched")).toHaveCount(0);
  expect(await company.evaluate((cell) => getComputedStyle(cell, "::after").content)).toContain("watched");

  await page.keyboard.press("j");
  const name = await row(page, 1).locator('[data-column="company"]').getByTestId("name").textContent();
  await page.keyboard.press("s");
  await expect(row(page, 1)).toHaveAttribute("data-marked", "true");
  await expect(navigation(page).getByRole("link", { name: "Watchlist 2" })).toBeVisible();
  await page.keyboard.press("s");
  await expect(row(page, 1)).toHaveAttribute("data-marked", "false");
  await expect(page.getByRole("status").filter({ hasText: `Removed ${name} from the watchlist` })).toHaveCount(1);

  requestedUrls.length = 0;
  await page.reload();
  await owned(page, 20);
  await expect(first).toHaveAttribute("data-marked", "true");
  await quiet(page);
  expect(requestedUrls).toEqual(["GET /api/account/v1/watchlist"]);
  // Elsewhere in the cell a press opens the record.
  await company.click({ position: { x: 12, y: height / 2 } });
  await expect(sheet(page).getByRole("button", { name: /^Watch / })).toHaveAttribute("aria-pressed", "true");
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);
});

test("a company without an id is not starred, and the keys say how", { tag: "@long" }, async ({
  page,
  dashboard,
  openOwned,
}) => {
  await openOwned("/funding");
  const unresolved = page.locator("[data-index]:not([data-marked])").first();
  const index = Number(await unresolved.getAttribute("data-index"));
  // The first press goes to the first row.
  for (let presses = 0; presses <= index; presses++) await page.keyboard.press("j");
  await page.keyboard.press("s");
  await expect(
    page.getByTestId("star-message").filter({ hasText: "A company without an id can't be watched." }),
  ).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Toggle watch");
  await page.keyboard.press("Escape");
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("a star is shown before the service has answered, and goes when it was not saved", { tag: "@long" }, async ({
  page,
  openOwned,
}) => {
  let respond = (_: { status: number }) => {};
  await page.route("**/api/account/v1/watchlist", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const { status } = await new Promise<{ status: number }>((resolve) => {
      respond = resolve;
    });
    const error = { code: "SERVICE_UNAVAILABLE", message: "the service is not there" };
    await (status === 200 ? route.continue() : route.fulfill({ status, json: { success: false, error } }));
  });
  await openOwned("/funding?enrichedOnly=true");
  const marked = page.locator('[data-marked="true"]');
  await page.keyboard.press("j");
  for (const [status, stars] of [
    [503, 0],
    [200, 1],
  ] as const) {
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/watchlist"));
    await page.keyboard.press("s");
    await sent;
    await expect(marked).toHaveCount(1);
    respond({ status });
    await quiet(page);
    await expect(marked).toHaveCount(stars);
  }
});
