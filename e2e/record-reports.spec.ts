/** A member reports an owned record as a duplicate; an operator accepts it by a key, and the credit comes back. */
import { expectClean } from "./support/axe";
import { meter, row, sheet, watch } from "./support/feed";
import { expect, test } from "./support/test";

test("a reported duplicate is accepted and refunded, and stays owned", async ({
  page,
  stack,
  dashboard,
  openOwned,
}) => {
  watch(page);
  await stack.makeOperator(dashboard.account);
  await openOwned("/funding", 3);
  await row(page, 1).click();
  await expect(page).toHaveURL(/open=/);
  const other = page.url();
  await row(page, 0).click();
  await expect(page).not.toHaveURL(other);
  const report = sheet(page).getByTestId("record-report");
  await report.getByRole("button", { name: "Report as wrong or duplicate…" }).click();
  const dialog = page.getByRole("dialog", { name: "Report this record" });
  await dialog.getByLabel("Duplicate").check();
  await dialog.getByLabel("Other record").fill("the other one");
  await dialog.getByLabel("Note").fill("The same round, from two newsletters.");
  await expectClean(page, "the report of a record", "dialog[open]");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    'The other record "the other one" has no id; enter its id or the address of its page.',
  );
  await dialog.getByLabel("Other record").fill(other);
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog).toBeHidden();
  await expect(report).toContainText(/^Reported as duplicate on .+\. An operator will decide\.$/);

  await sheet(page).getByRole("link", { name: "Correct…" }).click();
  const correction = page.getByRole("dialog", { name: "Correct an event" });
  await expect(correction.getByLabel("Add a fact to correct")).toBeVisible();
  await correction.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/imports$/);
  await page.getByRole("link", { name: "Review" }).click();
  await page.getByRole("link", { name: "Reports by members" }).click();
  await expect(page.getByRole("heading", { name: "1 open report" })).toBeVisible();
  await expect(page.getByText("The same round, from two newsletters.")).toBeVisible();
  const records = page.getByTestId("record-comparison");
  await expect(records.getByRole("columnheader", { name: "Other record" })).toBeVisible();
  await expect(records.getByRole("row", { name: /^Company \(differs\)/ })).toBeVisible();
  await expectClean(page, "the reports by members");
  // Letters that are typed decide nothing.
  await page.getByLabel("Answer").fill("Thank you");
  await page.getByLabel("Answer").press("d");
  await expect(page.getByRole("button", { name: "Accept, refunds 1 credit" })).toBeEnabled();
  await page.getByLabel("Answer").fill("Thank you.");
  await page.getByLabel("Answer").blur();
  await page.keyboard.press("a");
  await expect(page.getByText("No report is open.")).toBeVisible();
  await expect.poll(async () => (await meter(page)).balance).toBe(998);
  expect(await dashboard.account.balance()).toBe(998);

  await page.goto("/credits");
  const entry = page.getByRole("table", { name: "Ledger" }).getByTestId("ledger-entry").first();
  await expect(entry).toContainText(/Refund.*Reported as duplicate.*\+1998/);
  await expect(page.getByText("Sum equals the balance")).toBeVisible();
  await expect(page.getByTestId("credits-metric").first()).toContainText(/of 1,000 granted .+, 1 refunded/);
  await entry.getByRole("link", { name: "Reported as duplicate" }).click();
  await expect(report).toContainText(/accepted on .+, 1 credit refunded: Thank you\./);
  await expect(report.getByRole("button", { name: "Report as wrong or duplicate…" })).toBeVisible();
});

test("only operators review reports", async ({ page }) => {
  await page.goto("/imports/review");
  await expect(page.getByText("Only operators of this installation can do that.")).toBeVisible();
});
