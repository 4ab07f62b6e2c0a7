/** Purchased records live in the service: a browser stores none of them, while somebody is signed in and afterwards. */
import type { Page } from "@playwright/test";
import { buyNext, openFeed, rows, sheet } from "./support/feed";
import { expect, test } from "./support/test";

/** Names of databases, and all text in the storage of the document's origin. */
async function stored(page: Page): Promise<{ databases: number; text: string }> {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    text: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  }));
}

test("after a purchase and after signing out, the browser has stored nothing of what was bought", async ({ page }) => {
  await openFeed(page, "/funding?enrichedOnly=true");
  await buyNext(page, 20);
  await expect(rows(page).first().getByTestId("name")).toHaveText(/./);
  const names = (await rows(page).getByTestId("name").allTextContents()).map((name) => name.trim()).filter(Boolean);
  expect(names.length).toBeGreaterThan(10);

  await rows(page).first().click();
  const [name = ""] = names;
  await expect(sheet(page).getByTestId("sheet-name")).toContainText(name);
  await page.keyboard.press("Escape");
  // The palette finds it by name, and doesn't remember that it was opened.
  await page.keyboard.press("Control+k");
  await page.keyboard.type(name);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("group", { name: "Companies, owned" }).getByRole("option").filter({ hasText: name }).click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();

  async function expectNothing() {
    const { databases, text } = await stored(page);
    expect(databases).toBe(0);
    expect(names.filter((one) => text.includes(one))).toEqual([]);
  }
  await expectNothing();
  await page.getByTestId("sidebar-person").getByRole("button").first().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expectNothing();
});
