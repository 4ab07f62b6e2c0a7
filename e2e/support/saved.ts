/** Finds what a person sees of saved views and the watchlist, and does what a person does there. */
import { expect, type Locator, type Page } from "@playwright/test";

export const navigation = (page: Page): Locator => page.getByRole("navigation", { name: "Pages" });
export const savePanel = (page: Page): Locator => page.getByRole("dialog", { name: "Saved view" });

/** Writes a file of saved views; what is left out is as in a view that was just made. */
export function viewsFile(views: readonly Readonly<Record<string, unknown>>[]) {
  const text = `{"dealflow":"views","views":[\n${views
    .map((view) => JSON.stringify({ feed: "funding", query: "", columns: null, sort: null, shared: true, ...view }))
    .join(",\n")}\n]}\n`;
  return { name: "views.json", mimeType: "application/json", buffer: Buffer.from(text) };
}

export async function saveAs(page: Page, name: string, { shared = false } = {}): Promise<void> {
  await page.getByRole("button", { name: "Save view" }).click();
  await savePanel(page).getByLabel("Name").fill(name);
  if (shared) await savePanel(page).getByRole("checkbox", { name: "Share with the workspace" }).check();
  await savePanel(page).getByRole("button", { name: "Save view" }).click();
}

/** Saves views from a file. */
export async function importViews(page: Page, views: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  await page.goto("/views");
  await page.getByLabel("File of views").setInputFiles(viewsFile(views));
  await expect(page.getByText(/^\d+ views? imported/)).toBeVisible();
}
