/** axe over the pages before signing in and the settings, and what floats over them. */
import { expectClean } from "./support/axe";
import { quiet, watch } from "./support/feed";
import { expect, test } from "./support/test";

test("finds nothing on the pages before signing in, filled in wrongly too", async ({ browser, dashboard }) => {
  const context = await browser.newContext({ baseURL: dashboard.url });
  const page = await context.newPage();
  watch(page);
  for (const path of ["/sign-in", "/register", "/forgot", "/reset#token=none", "/invitation#token=none"]) {
    await page.goto(path);
    await quiet(page);
    await expectClean(page, path);
  }
  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectClean(page, "/register, refused");
  await context.close();
});

test("finds nothing in the settings, whatever is open", async ({ page }) => {
  watch(page);
  for (const path of ["keys", "members", "profile", "sessions"]) {
    await page.goto(`/settings/${path}`);
    await quiet(page);
    await expectClean(page, path);
  }
  await page.getByTestId("sidebar-person").getByRole("button").first().click();
  const panel = page.getByRole("dialog", { name: "Person and workspace" });
  await expect(panel.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expectClean(page, "person", '[role="dialog"][aria-label="Person and workspace"]');
  await page.keyboard.press("Escape");
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Invite" }).click();
  await expectClean(page, "inviting", "dialog[open]");
  await page.keyboard.press("Escape");
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("axe");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog").locator("code").first()).toBeVisible();
  await expectClean(page, "the new key", "dialog[open]");
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "Revoke axe" }).click();
  await expectClean(page, "revoking", "dialog[open]");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("finds nothing in the settings either, and nothing is wider than the screen", async ({ page }) => {
    watch(page);
    for (const path of ["keys", "members", "profile", "sessions"]) {
      await page.goto(`/settings/${path}`);
      await quiet(page);
      await expectClean(page, `${path} on a phone`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });
});
