/** A dashboard of someone else's host: its password comes before everything else. */

import { loaded, showNext, unbought } from "../support/feed";
import { hydrated } from "../support/hydration";
import { startForeignDashboard } from "../support/stack/dashboard";
import { expect, test } from "../support/test";

const PASSWORD = "a lone green door 4417";

test("nothing is shown or bought before the password, and nothing once it is locked again", { tag: "@long" }, async ({
  browser,
  stack,
}) => {
  const account = await stack.account(100);
  const dashboard = await startForeignDashboard(stack.service.url, account.key, { DASHBOARD_PASSWORD: PASSWORD });
  const context = await browser.newContext({ baseURL: dashboard.url });
  try {
    const page = await context.newPage();
    await page.goto("/funding?round=seed");
    await expect(page).toHaveURL(`${dashboard.url}/unlock?returnTo=%2Ffunding%3Fround%3Dseed`);
    const locked = await page.evaluate(async () => {
      const headers = { "X-Dealflow-Intent": "buy" };
      return (await fetch("/api/v1/funding-events?round=seed", { headers })).status;
    });
    expect(locked).toBe(401);
    await page.getByLabel("Password", { exact: true }).fill("something else");
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page.getByText("Wrong password.")).toBeVisible();
    expect(await account.balance()).toBe(100);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page).toHaveURL(`${dashboard.url}/funding?round=seed`);
    // Unlocking leads to another document, on which a press is lost until it is hydrated.
    await hydrated(page);
    // Nothing is bought before a press, as for anyone who needs no password.
    await expect(unbought(page)).toBeVisible();
    expect(await account.balance()).toBe(100);
    await showNext(page).click();
    await loaded(page, 20);
    expect(await account.balance()).toBe(80);
    await page.goto("/unlock");
    await page.getByRole("button", { name: "Lock" }).click();
    await page.goto("/credits");
    await expect(page).toHaveURL(`${dashboard.url}/unlock?returnTo=%2Fcredits`);
    expect(dashboard.output()).not.toContain(PASSWORD);
  } finally {
    await context.close();
    await dashboard.stop();
  }
});
