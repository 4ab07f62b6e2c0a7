/** An operator administers the installation: finds and refunds a charge, keeps a person out, and renames a workspace. */
import { expectClean } from "./support/axe";
import { expectNoOverflow } from "./support/axe-states";
import { meter, watch } from "./support/feed";
import { expect, test } from "./support/test";

test("an operator refunds a charge, and administers people and workspaces", async ({
  page,
  stack,
  dashboard: { account },
  openOwned,
}) => {
  watch(page);
  await stack.makeOperator(account);
  await openOwned("/funding", 3);
  expect((await meter(page)).balance).toBe(997);
  const dialog = page.getByRole("dialog");

  await page.goto("/administration");
  const findings = page.getByRole("table", { name: "Findings" });
  await expect(findings.getByRole("row", { name: /^ledger In order The balances of/i })).toBeVisible();
  await expectClean(page, "the installation");

  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Ledgers" }).click();
  await page.getByLabel("Request").fill("42");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "X-Request-Id" })).toHaveText(
    'Request must be the X-Request-Id of a response; got "42".',
  );
  await page.getByLabel("Request").fill("");
  await page.getByLabel("Person", { exact: true }).fill(account.email);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: /^Refund 3 credits/ }).click();
  await expect(dialog.getByRole("button", { name: "Refund" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("The page was loaded twice.");
  await dialog.getByLabel("Credits").fill("4");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "at most 3" })).toBeVisible();
  await dialog.getByLabel("Credits").fill("");
  await expectClean(page, "a refund", "dialog[open]");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Refund The page was loaded twice\..*\+3/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Funding.*−3.*Refunded/ })).toBeVisible();
  // The charge was of the open workspace.
  await expect.poll(async () => (await meter(page)).balance).toBe(1000);
  await expectClean(page, "a found ledger");

  const { email } = await stack.account(10);
  await page.goto("/administration/people");
  await page.getByRole("searchbox", { name: "Name or email" }).fill(email);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/search=/);
  await page.getByRole("button", { name: "Change Ada Quill" }).click();
  await page.getByRole("button", { name: "Disable" }).click();
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("row", { name: /^Ada Quill .* Disabled/ })).toBeVisible();
  await page.getByRole("button", { name: "Change Ada Quill" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByLabel(`Enter ${email}`).fill("someone else");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "must repeat the address" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectClean(page, "people");

  await page
    .getByRole("row", { name: /^Ada Quill/ })
    .getByRole("link", { name: /^Test/ })
    .click();
  await page.getByRole("button", { name: "Rename" }).click();
  await dialog.getByLabel("Name").fill("Ostermark Research");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("region", { name: "Ostermark Research" })).toBeVisible();
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByLabel("Name").fill("Nightly export");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(/^df_live_/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row", { name: /^Nightly export .*Revoked/ })).toBeVisible();
  await expectClean(page, "a workspace");
});

test("its pages are clean and fit on a phone", { tag: "@long" }, async ({ page, stack, dashboard: { account } }) => {
  watch(page);
  await stack.makeOperator(account);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ["", "/ledgers", "/people", "/workspaces"]) {
    await page.goto(`/administration${address}`);
    await expect(page.getByRole("heading", { name: "Administration" })).toBeVisible();
    await expectClean(page, `administration${address} on a phone`);
    await expectNoOverflow(page);
  }
});

test("only operators administer", async ({ page }) => {
  await page.goto("/administration");
  await expect(page.getByText("Only operators of this installation can do that.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Administration" })).toBeHidden();
});
