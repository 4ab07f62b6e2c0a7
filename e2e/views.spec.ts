/** Saved views: saving them, and looking at what is new in them, is free. */
import { buyNext, explored, openFeed, owned, quiet, result, rows, watchPurchases } from "./support/feed";
import { importViews, navigation, saveAs, savePanel, viewsFile } from "./support/saved";
import { expect, test } from "./support/test";

test("a panel that can't be loaded says so in its place, and is loaded by another try", async ({ page }) => {
  await openFeed(page, "/funding?round=grant");
  await page.route("**/_next/static/chunks/**", (route) => route.abort());
  await page.getByRole("button", { name: "Save view" }).click();
  const panel = page.getByRole("dialog", { name: "Saved view" });
  await expect(panel.getByRole("alert")).toContainText("This couldn’t be loaded.");
  await expect(panel).toHaveCSS("opacity", "1");
  const [place, opener] = [
    await panel.boundingBox(),
    await page.getByRole("button", { name: "Save view" }).boundingBox(),
  ];
  expect(place?.y).toBe((opener?.y ?? Number.NaN) + (opener?.height ?? Number.NaN));
  await expect(page.getByTestId("result-counts")).toContainText("matching");
  await page.unroute("**/_next/static/chunks/**");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByLabel("Name")).toBeVisible();
});

test("a view is saved, renamed, opened, deleted and brought back, for free", async ({ page, dashboard, openOwned }) => {
  const purchases = watchPurchases(page);
  await openOwned("/funding?round=seed");
  await page.getByRole("button", { name: "Save view" }).click();
  await savePanel(page).getByLabel("Name").fill("Seed rounds");
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/account/v1/views")) saves.push(request.url());
  });
  // The second press comes before the panel is rendered again.
  await page.evaluate(() => {
    const form = document.activeElement?.closest("form");
    for (let presses = 0; presses < 2; presses++) form?.requestSubmit();
  });
  const entry = navigation(page).getByRole("link", { name: "Seed rounds" });
  await expect(entry).toHaveAttribute("aria-current", "true");
  await expect(page.getByTestId("feed-bar")).toContainText("Seed rounds");
  expect(saves).toHaveLength(1);

  await page.getByRole("button", { name: "Saved view" }).click();
  const name = "Seed, all countries ".padEnd(80, "W");
  await savePanel(page).getByLabel("Name").fill(name);
  await savePanel(page).getByRole("button", { name: "Rename" }).click();
  await expect(navigation(page).getByRole("link", { name })).toBeVisible();
  // The longest name leaves the search its room.
  await expect(page.getByTestId("view-name")).toHaveText(name);
  expect((await page.getByLabel("Search loaded rows").boundingBox())?.width).toBeGreaterThan(180);

  await navigation(page).getByRole("link", { name: "All views" }).click();
  const line = page.getByRole("row", { name: /Seed, all countries/ });
  await expect(line).toContainText("Round Seed");
  await line.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByRole("heading", { name: "No saved views yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toBeVisible();
  await quiet(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(980);

  await line.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/funding\?round=seed$/);
  await owned(page, 20);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(980);
});

test("filters are put into a view that is there, and a name that is taken is rejected", { tag: "@long" }, async ({
  page,
  openOwned,
}) => {
  await openOwned("/funding?round=seed");
  await saveAs(page, "Early");
  await expect(page.getByRole("button", { name: "Saved view" })).toBeVisible();
  await page.goto("/funding?round=pre-seed");
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole("button", { name: "Save view" }).click();
  await savePanel(page).getByLabel("Name", { exact: true }).fill("EARLY");
  await savePanel(page).getByRole("button", { name: "Save view" }).click();
  await expect(savePanel(page).getByRole("alert")).toHaveText('A view named "EARLY" already exists.');
  const replace = savePanel(page).getByRole("button", { name: "Replace" });
  await expect(replace).toBeDisabled();
  await savePanel(page).getByLabel("Or replace an existing view").selectOption("Early");
  await replace.click();
  const entry = navigation(page).getByRole("link", { name: "Early" });
  await expect(entry).toHaveAttribute("href", "/funding?round=pre-seed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry).toHaveAttribute("href", "/funding?round=seed");
});

test("a view keeps its name while its filters are changed, and is updated, or saved as another one", {
  tag: "@long",
}, async ({ page, openOwned }) => {
  await openOwned("/funding?round=seed");
  // By keys alone: the name is suggested and has the focus, and the focus comes back.
  const button = page.getByTestId("feed-bar").getByRole("button", { name: /^(Save|Saved|Update) view$/ });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(savePanel(page).getByLabel("Name", { exact: true })).toBeFocused();
  await expect(savePanel(page).getByLabel("Name", { exact: true })).toHaveValue("Seed");
  await expect(savePanel(page).getByRole("checkbox", { name: "Share with the workspace" })).not.toBeChecked();
  await page.keyboard.type("Early rounds");
  await page.keyboard.press("Enter");
  await expect(savePanel(page)).toBeHidden();
  await expect(button).toHaveText("Saved view");
  await expect(button).toBeFocused();

  await page.getByRole("button", { name: /^Remove Round/ }).click();
  await expect(page.getByTestId("view-name")).toHaveText("Early rounds, changed since saved");
  await expect(button).toHaveText("Update view");
  await button.click();
  await savePanel(page).getByRole("button", { name: "Update view" }).click();
  const entry = navigation(page).getByRole("link", { name: "Early rounds" });
  await expect(entry).toHaveAttribute("href", "/funding");
  await expect(page.getByTestId("view-name")).toHaveText("Early rounds");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry).toHaveAttribute("href", "/funding?round=seed");

  await button.click();
  await savePanel(page).getByRole("button", { name: "Save as new" }).click();
  await expect(savePanel(page).getByLabel("Name", { exact: true })).toHaveValue("All funding");
  await savePanel(page).getByRole("button", { name: "Save view" }).click();
  await expect(navigation(page).getByRole("link", { name: "All funding" })).toHaveAttribute("aria-current", "true");
});

test("the table of views has room for everything next to the longest name", { tag: "@long" }, async ({ page }) => {
  const long = "A very long name, ".repeat(5).slice(0, 80);
  await importViews(page, [{ name: long, query: "round=seed" }]);
  const line = page.getByRole("row", { name: long });
  await expect(line.getByRole("button", { name: /^Delete/ })).toBeInViewport({ ratio: 1 });
  await expect(line.getByRole("link", { name: long, exact: true })).toHaveAttribute("title", long);
  expect((await line.locator('[data-cell="filters"]').boundingBox())?.width).toBeGreaterThan(100);
});

test("the focus stays at a view that is renamed, and goes to the next one when one is deleted", {
  tag: "@long",
}, async ({ page }) => {
  await importViews(page, [{ name: "Austin" }, { name: "Berlin" }, { name: "Cairo" }]);
  // Its row moves to the end.
  const renamed = page.getByRole("row", { name: /^Dublin/ });
  await page.getByRole("button", { name: "Rename Austin" }).press("Enter");
  await page.getByLabel("New name of Austin").fill("Dublin");
  await page.keyboard.press("Enter");
  await expect(renamed.getByRole("button", { name: "Rename Dublin" })).toBeFocused();
  await page.getByRole("button", { name: "Rename Berlin" }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Rename Berlin" })).toBeFocused();

  await page.getByRole("button", { name: "Delete Cairo" }).press("Enter");
  await expect(page.getByRole("row", { name: /^Cairo/ })).toHaveCount(0);
  await expect(renamed.getByRole("link", { name: "Dublin", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Delete Dublin" }).press("Enter");
  await expect(renamed).toHaveCount(0);
  await page.getByRole("button", { name: "Delete Berlin" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No saved views yet" })).toBeVisible();
  await expect(page.getByTestId("page-scroll")).toBeFocused();
});

test("the sidebar scrolls to the current entry", { tag: "@long" }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/settings");
  await expect(navigation(page).getByRole("link", { name: "Settings" })).toBeInViewport({ ratio: 1 });
});

test("a private view can't take the name of a shared one", { tag: "@long" }, async ({ page }) => {
  await importViews(page, [{ name: "Shared seed" }, { name: "Mine", query: "round=seed", shared: false }]);
  await page.getByRole("button", { name: "Rename Mine" }).click();
  await page.getByLabel("New name of Mine").fill("shared SEED");
  await page.keyboard.press("Enter");
  await expect(page.getByText('A view named "shared SEED" already exists.')).toBeVisible();
});

test("what is new is counted and shown for free, and owned rows can be hidden", async ({ page, dashboard }) => {
  await openFeed(page, "/funding?round=seed&until=2026-10-31");
  await buyNext(page, 20);
  await page.goto("/views");
  await page.getByLabel("File of views").setInputFiles(
    viewsFile([
      { name: "Seed, October", query: "round=seed&until=2026-10-31", lastSeenAt: "2026-06-20T00:00:00.000Z" },
      { name: "Of before", query: "stage=early" },
    ]),
  );
  await expect(page.getByRole("status", { name: "Import" })).toContainText("2 views imported");
  const entry = navigation(page).getByRole("link", { name: /Seed, October/ });
  await expect(entry).toContainText(/\d+\+? new$/);
  await page
    .getByRole("row", { name: /Seed, October/ })
    .getByRole("link", { name: /^Show what is new 0 credits/ })
    .click();
  await expect(page).toHaveURL(/since=2026-06-13T00%3A00%3A00\.000Z/);
  await expect(page.getByText(/New in Seed, October, announced since 13 Jun/)).toBeVisible();
  const note = page.getByText(/owned before hidden/);
  await expect(note).toBeVisible();
  const hidden = Number(/(\d+) rows? owned before/.exec((await note.textContent()) ?? "")?.[1]);
  const shown = (await result(page)).matching - hidden;
  await expect(page.getByText(/^Rows 1 to/)).toHaveText(`Rows 1 to ${shown} of ${shown}`);
  await page.getByRole("button", { name: "Show owned" }).click();
  await expect(page.getByText(/owned before shown/)).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  // The last look has moved, so that nothing is new any more.
  await expect(entry).not.toContainText("new");
  expect(await dashboard.account.balance()).toBe(980);
});

test("a view with a filter that is gone opens with a note and buys nothing", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  await page.goto("/views");
  await quiet(page);
  await page.getByLabel("File of views").setInputFiles(viewsFile([{ name: "Of before", query: "stage=early" }]));
  const line = page.getByRole("row", { name: /Of before/ });
  await expect(line).toContainText("stage is no longer supported");
  await expect(line.getByRole("link", { name: /^Load/ })).toHaveCount(0);
  await line.getByRole("link", { name: "Of before", exact: true }).click();
  await expect(page.getByText("Part of this link was ignored")).toBeVisible();
  await explored(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("a file goes out and comes in, and what is broken in it is named by its line", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/views");
  await quiet(page);
  const input = page.getByLabel("File of views");
  await input.setInputFiles(viewsFile([{ name: "One" }, { name: "Two", feed: "rounds" }]));
  const report = page.getByRole("status", { name: "Import" });
  await expect(report).toContainText("1 view imported");
  await expect(report).toContainText("Line 3: feed must be one of");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export views to a file" }).click();
  await input.setInputFiles(await (await download).path());
  await expect(page.getByRole("link", { name: "One 2" }).first()).toBeVisible();
});

test.describe("with a balance of five digits", () => {
  test.use({ credits: 24_696 });

  test("the bars of both lists fit the narrowest windows", { tag: "@long" }, async ({ page }) => {
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      for (const path of ["/views", "/watchlist"]) {
        await page.goto(path);
        await expect(page.getByRole("button", { name: /^Export/ })).toBeInViewport({ ratio: 1 });
      }
    }
  });
});
