/** The watchlist: stars, notes and files, all of it for free. */
import { buyNext, openFeed, quiet, row, sheet } from "./support/feed";
import { navigation } from "./support/saved";
import { expect, test } from "./support/test";

test("a company is starred from its sheet, noted, removed and brought back, for free", async ({ page, dashboard }) => {
  await openFeed(page, "/funding?enrichedOnly=true");
  await buyNext(page, 20);
  await row(page, 0).click();
  const star = sheet(page).getByRole("button", { name: /^Watch / });
  const name = ((await star.getAttribute("aria-label")) ?? "").replace("Watch ", "");
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(navigation(page).getByRole("link", { name: "Watchlist 1" })).toBeVisible();
  // The star is shown before the service has it, and the row with the note is drawn again once it has.
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);

  await navigation(page)
    .getByRole("link", { name: /^Watchlist/ })
    .click();
  const line = page.getByRole("row").filter({ hasText: name });
  await expect(line.locator('[data-cell="last"]')).not.toHaveText("none owned");
  const note = page.getByLabel(`Note on ${name}`);
  expect((await note.boundingBox())?.width).toBeGreaterThan(280);
  await note.fill("Call in May");
  await note.press("Enter");
  await quiet(page);
  await page.reload();
  await expect(note).toHaveValue("Call in May");
  await page.getByRole("button", { name: "Export" }).click();
  const files = page.getByRole("dialog", { name: "Export the watchlist to a file" });
  for (const [format, file] of [
    ["JSON to import again", /^dealflow-watchlist\.json$/],
    ["CSV for a spreadsheet", /^watchlist-.*\.csv$/],
  ] as const) {
    const download = page.waitForEvent("download");
    await files.getByRole("button", { name: format }).click();
    expect((await download).suggestedFilename()).toMatch(file);
    await page.getByRole("button", { name: "Export" }).click();
  }
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: `Remove ${name}` }).press("Enter");
  await expect(page.getByRole("heading", { name: "No watched companies yet" })).toBeVisible();
  await expect(page.getByTestId("page-scroll")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(note).toHaveValue("Call in May");
  await expect(page.getByRole("link", { name: /^Compare all/ })).toHaveAttribute("href", /^\/compare\?id=[\w-]{36}$/);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("a note that was changed in another tab is not written over", { tag: "@long" }, async ({ page, context }) => {
  await page.goto("/watchlist");
  await quiet(page);
  const company = { id: "01900000-0000-7000-8000-000000000001", name: "Ardea", domain: "ardea.example", note: "First" };
  await page.getByLabel("File of the watchlist").setInputFiles({
    name: "watchlist.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ companies: [company, { id: "no-uuid", name: "Bulbul" }] })),
  });
  await expect(page.getByRole("status", { name: "Import" })).toContainText("1 company imported");
  await expect(page.getByRole("status", { name: "Import" })).toContainText("Line 1: id must be a UUID");
  await page.getByLabel("Note on Ardea").fill("Mine, being written");
  const other = await context.newPage();
  await other.goto("/watchlist");
  await other.getByLabel("Note on Ardea").fill("Second");
  await other.getByLabel("Note on Ardea").press("Enter");
  // The first tab is notified and shows the current list.
  await expect(page.getByLabel("Note on Ardea")).toHaveValue("Second");
});
