/** An operator decides by keys which companies are one, and takes a decision back. */
import { expectClean } from "./support/axe";
import { expect, test } from "./support/test";

test("two companies are compared, merged and separated again", async ({ page, stack, dashboard }) => {
  await stack.makeOperator(dashboard.account);
  const name = `Zyqrel ${Date.now()}`;
  const company = (key: string, record: Record<string, unknown>) => JSON.stringify({ kind: "company", key, record });
  await stack.addEvent(company("r", { name, foundedYear: 2019 }), "registry");
  await stack.addEvent(company("s", { name, domain: `z${Date.now()}.example` }), "site");

  await page.goto("/imports/review");
  const pair = page.getByRole("region", { name: `${name} and ${name}` });
  await expect(pair).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Companies \(\d+\)$/ })).toBeChecked();
  await expect(pair).toContainText("The names alone make it");
  await expect(pair.getByRole("row", { name: /^Domain \(differs\)/ })).toBeVisible();
  await expectClean(page, "the possible duplicates");

  await page.keyboard.press("s");
  await expect(page.getByText("No pair is open.")).toBeVisible();
  await page.getByText("Decided", { exact: true }).click();
  await expect(page).toHaveURL(/kind=company&state=decided$/);
  // The pair is one record now.
  await expect(pair.getByRole("heading", { name: `${name} into ${name}` })).toBeVisible();
  await expect(pair.getByTestId("record-comparison").getByRole("columnheader")).toHaveCount(2);
  await expect(pair).toContainText("Merged.");
  await page.keyboard.press("u");
  await expect(page.getByText("No pair has been decided yet.")).toBeVisible();
  await page.getByText("Open", { exact: true }).click();
  await expect(pair).toBeVisible();

  await page.getByRole("button", { name: "Decide many…" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide many pairs" });
  await expectClean(page, "the decision of many pairs", "dialog[open]");
  await dialog.getByText("Different", { exact: true }).click();
  await dialog.getByRole("button", { name: "Decide", exact: true }).click();
  await expect(page.getByText("Kept apart: 1 pair.")).toBeVisible();
  await expect(page.getByText("No pair is open.")).toBeVisible();
});
