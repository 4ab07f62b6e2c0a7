/** People: they register, have keys, work together, and are out within a second when they are put out. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type { Locator, Page } from "@playwright/test";
import { explored, meter, openFeed, owned, showNext, watchPurchases } from "./support/feed";
import { PASSWORD, register, signInWith, visitor, waitForLink } from "./support/people";
import { navigation, saveAs } from "./support/saved";
import { startSharedDashboard, TRUSTED } from "./support/stack/dashboard";
import { expect, test } from "./support/test";

const run = promisify(execFile);
const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** The HTTP status that curl sees, and the response. */
async function curl(url: string, key: string): Promise<{ status: number; body: string }> {
  const { stdout } = await run("curl", ["-sS", "-w", "\n%{http_code}", "-H", `${API_KEY_HEADER}: ${key}`, url]);
  const at = stdout.lastIndexOf("\n");
  return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) };
}

const person = (page: Page): Locator => page.getByTestId("sidebar-person").getByRole("button").first();

test("registers, has 50 credits, makes a key, uses it with curl, and revokes it", async ({
  browser,
  stack,
  dashboard,
}) => {
  test.slow();
  const { page, context } = await visitor(browser, dashboard);
  await page.goto("/funding?round=seed");
  await expect(page).toHaveURL(`${dashboard.url}/sign-in?returnTo=%2Ffunding%3Fround%3Dseed`);
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page).toHaveURL(/\/register\?/);
  await register(page, "Ines Ostermark", `ines-${unique()}@ostermark.example`);
  // Registering leads to where one wanted to go, whose rows are free.
  await expect(page).toHaveURL(`${dashboard.url}/funding?round=seed`);
  await explored(page);
  expect((await meter(page)).balance).toBe(50);
  await page.goto("/credits");
  await expect(page.getByRole("row", { name: /Grant/ })).toContainText("50");
  await expect(person(page)).toContainText("Ines Ostermark");

  await page.goto("/settings");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
  expect(key).toMatch(/^df_live_[0-9A-Za-z]{36}$/);
  // A key that is shown once does not go by a slip; a browser may let only the first Escape be prevented.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog").locator("code").first()).toHaveText(key);
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  const line = page.getByRole("row", { name: /^laptop/ });
  await expect(line).toContainText(key.slice(-4));
  await expect.poll(() => page.content()).not.toContain(key);

  const result = await curl(`${stack.service.url}/v1/funding-events?limit=4`, key);
  expect(result.status).toBe(200);
  expect(JSON.parse(result.body).data).toHaveLength(4);
  await page.goto("/credits");
  await expect(page.getByRole("row", { name: /laptop/ }).first()).toContainText("4");
  expect((await meter(page)).balance).toBe(46);

  // That every process refuses it within a second is tested over HTTP (service/http/account/keys.test.ts).
  await page.goto("/settings/keys");
  await line.getByRole("button", { name: "Revoke laptop" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(line).toContainText("Revoked");
  await expect(page.getByRole("button", { name: "Revoke Dashboard" })).toBeFocused();
  const status = async () => (await curl(`${stack.service.url}/v1/funding-events?limit=1`, key)).status;
  await expect.poll(status, { timeout: 1_000, intervals: [50] }).toBe(401);
  await context.close();
});

test("invites someone, shares a view with them, removes them, and their tab loses access", async ({
  browser,
  stack,
  dashboard,
}) => {
  test.slow();
  const [owner, guest] = [await visitor(browser, dashboard), await visitor(browser, dashboard)];
  await owner.page.goto("/register");
  await register(owner.page, "Ines", `ines-${unique()}@ostermark.example`);
  await expect(person(owner.page)).toContainText("Ines");
  await owner.page.goto("/settings/members");
  const email = `jo-${unique()}@ostermark.example`;
  await owner.page.getByRole("button", { name: "Invite" }).click();
  const invite = owner.page.getByRole("dialog");
  await invite.getByLabel("Email").fill(email);
  const link = await waitForLink(stack.service, "/invitation", async () => {
    await invite.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(
      owner.page.getByRole("region", { name: /^Notices/ }).getByText(`Invitation created for ${email}`),
    ).toBeVisible();
  });

  await openFeed(owner.page, "/funding?round=seed");
  await showNext(owner.page).click();
  await owned(owner.page, 20);
  await saveAs(owner.page, "Seed rounds", { shared: true });

  await guest.page.goto(link);
  await expect(guest.page).toHaveURL(`${dashboard.url}/invitation`);
  await guest.page.getByRole("link", { name: "Create an account" }).click();
  await expect(guest.page).toHaveURL(/\/register\?/);
  await expect(guest.page.getByLabel("Email")).toHaveValue(email);
  await guest.page.reload();
  await expect(guest.page.getByLabel("Email")).toHaveValue(email);
  await register(guest.page, "Jo", email);
  await guest.page.getByRole("button", { name: "Join" }).click();
  await expect(person(guest.page)).toContainText("Ines's workspace");
  await expect(navigation(guest.page).getByRole("link", { name: "Seed rounds" })).toBeVisible();
  // The workspace shares what it has purchased, so it costs the guest nothing.
  const purchases = watchPurchases(guest.page);
  await navigation(guest.page).getByRole("link", { name: "Seed rounds" }).click();
  await owned(guest.page, 20);
  expect((await meter(guest.page)).session).toBe(0);
  expect(purchases).toEqual([]);

  await owner.page.goto("/settings/members");
  await owner.page
    .getByRole("row", { name: /^Jo/ })
    .getByRole("button", { name: /Remove/ })
    .click();
  const removed = owner.page.waitForResponse((response) => response.url().endsWith("/remove"));
  await owner.page
    .getByRole("dialog")
    .getByRole("button", { name: /Remove/ })
    .click();
  expect((await removed).status()).toBe(204);
  // Within a second nothing of the workspace is answered, not even what it owns.
  await expect
    .poll(
      () =>
        guest.page.evaluate(async () => {
          return (await fetch("/api/account/v1/purchased/funding?round=seed")).status;
        }),
      { timeout: 1_000, intervals: [50] },
    )
    .toBe(401);
  // A filter that is changed in the open tab leads to the sign-in page, and from there back.
  await guest.page.getByRole("checkbox", { name: "United States" }).first().click();
  await expect(guest.page).toHaveURL(/\/sign-in\?returnTo=/);
  await owner.context.close();
  await guest.context.close();
});

test("registers, confirms the address for 50 credits, and passes on the link of an invitation", {
  tag: "@long",
}, async ({ browser, stack }) => {
  test.slow();
  // A service that people reach from elsewhere, where addresses have to be confirmed.
  const service = await stack.anotherService({ DASHBOARD_URL: "http://deals.example" });
  const dashboard = await startSharedDashboard({ ...stack, service }, TRUSTED);
  try {
    const [owner, guest] = [await visitor(browser, dashboard), await visitor(browser, dashboard)];
    await owner.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const [email, guestEmail] = [`vera-${unique()}@ostermark.example`, `milo-${unique()}@ostermark.example`];
    const unconfirmed = (page: Page) => page.getByRole("region", { name: "Unconfirmed address" }).first();

    await owner.page.goto("/register");
    const first = await waitForLink(service, "/confirm", async () => {
      await register(owner.page, "Vera", email);
      await expect(owner.page.getByRole("status").filter({ hasText: "to confirm your address" })).toBeVisible();
    });
    await owner.page.getByRole("link", { name: "sign in", exact: true }).click();
    await signInWith(owner.page, email);
    await expect(unconfirmed(owner.page)).toBeVisible();
    await owner.page.goto("/");
    await expect(unconfirmed(owner.page)).toContainText("Confirm your address to get 50 credits.");
    expect((await meter(owner.page)).balance).toBe(0);
    await waitForLink(service, "/confirm", () =>
      unconfirmed(owner.page).getByRole("button", { name: "Send again" }).click(),
    );
    await owner.page.goto(first);
    await owner.page.getByRole("button", { name: "Confirm address" }).click();
    await expect(owner.page).toHaveURL(`${dashboard.url}/`);
    await expect(unconfirmed(owner.page)).toHaveCount(0);
    await expect.poll(async () => (await meter(owner.page)).balance).toBe(50);

    await owner.page.goto("/settings/members");
    await owner.page.getByRole("button", { name: "Invite" }).click();
    await owner.page.getByRole("dialog").getByLabel("Email").fill(guestEmail);
    await owner.page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
    const pending = owner.page.getByRole("row", { name: new RegExp(guestEmail) });
    const copied = async (button: Locator) => {
      await button.click();
      const { pathname, hash } = new URL(await owner.page.evaluate(() => navigator.clipboard.readText()));
      return `${pathname}${hash}`;
    };
    const notices = owner.page.getByRole("region", { name: /^Notices/ });
    const ended = await copied(notices.getByRole("button", { name: "Copy link" }));
    await pending.getByRole("button", { name: /^Send invitation/ }).click();
    let link = ended;
    await expect
      .poll(async () => {
        link = await copied(pending.getByRole("button", { name: /^(Copy link|Copied)/ }));
        return link;
      })
      .not.toBe(ended);

    await guest.page.goto(ended);
    await expect(
      guest.page.getByText("This invitation was already accepted or withdrawn, or replaced by a newer one"),
    ).toBeVisible();
    await guest.page.goto("/register");
    const confirmation = await waitForLink(service, "/confirm", () => register(guest.page, "Milo", guestEmail));
    await guest.page.goto(confirmation);
    await guest.page.getByRole("link", { name: "Sign in" }).click();
    await signInWith(guest.page, guestEmail);
    await guest.page.getByRole("button", { name: "Confirm address" }).click();
    await expect(person(guest.page)).toContainText("Milo");
    await guest.page.goto(link);
    await guest.page.getByRole("button", { name: "Join" }).click();
    await expect(person(guest.page)).toContainText("Vera's workspace");

    for (const { context } of [owner, guest]) await context.close();
  } finally {
    await dashboard.stop();
    await service.stop();
  }
});

test("requests a link, resets the password with it once, and every older session has ended", { tag: "@long" }, async ({
  browser,
  stack,
  dashboard,
}) => {
  const email = `mara-${unique()}@ostermark.example`;
  const first = await visitor(browser, dashboard);
  await first.page.goto("/register");
  await register(first.page, "Mara", email);
  await expect(person(first.page)).toContainText("Mara");

  const second = await visitor(browser, dashboard);
  await second.page.goto("/sign-in");
  await second.page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(second.page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await second.page.getByLabel("Email").fill(email);
  const link = await waitForLink(stack.service, "/reset", async () => {
    await second.page.getByRole("button", { name: "Send reset link" }).click();
    await expect(second.page.getByRole("status")).toContainText("is in the server log");
  });
  await second.page.goto(link);
  await expect(second.page).toHaveURL(`${dashboard.url}/reset`);
  const password = `${PASSWORD} again`;
  await second.page.getByLabel("New password", { exact: true }).fill(password);
  await second.page.getByRole("button", { name: "Set password" }).click();
  await expect(
    second.page.getByRole("status").filter({ hasText: "Password changed. You're signed out everywhere." }),
  ).toBeVisible();

  await first.page.goto("/credits");
  await expect(first.page).toHaveURL(/\/sign-in\?returnTo=%2Fcredits$/);
  await signInWith(first.page, email);
  await expect(first.page.getByRole("alert").filter({ hasText: "Wrong email or password." })).toBeVisible();
  await signInWith(first.page, email, password);
  await expect(first.page).toHaveURL(`${dashboard.url}/credits`);

  const third = await visitor(browser, dashboard);
  await third.page.goto(link);
  await third.page.getByLabel("New password", { exact: true }).fill(`${password} again`);
  await third.page.getByRole("button", { name: "Set password" }).click();
  await expect(
    third.page.getByRole("alert").filter({ hasText: "This link is no longer valid. Request a new one." }),
  ).toBeVisible();
  for (const { context } of [first, second, third]) await context.close();
});

test("what was typed when the session ended is kept, and sent after signing in in another tab", async ({
  browser,
  dashboard,
}) => {
  const { page, context } = await visitor(browser, dashboard);
  const email = `ines-${unique()}@ostermark.example`;
  await page.goto("/register");
  await register(page, "Ines", email);
  await expect(person(page)).toContainText("Ines");
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("laptop");
  await context.clearCookies();
  await page.getByRole("button", { name: "Create key" }).click();
  // The page says so too as soon as its list is read again.
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
    "You’re signed out. Sign in in another tab, then try again here.",
  );
  const other = await context.newPage();
  await other.goto("/sign-in");
  await signInWith(other, email);
  await expect(person(other)).toContainText("Ines");
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog").locator("code").first()).toContainText("df_live_");
  await context.close();
});

test("the demo account explores without a password, and cannot change itself", async ({ browser, dashboard }) => {
  const { page, context } = await visitor(browser, dashboard);
  await page.goto("/sign-in?returnTo=%2Fcredits");
  await page.getByRole("button", { name: /^Use the demo account/ }).click();
  await expect(page).toHaveURL(`${dashboard.url}/credits`);
  await expect(person(page)).toContainText("Demo analyst");
  await page.goto("/settings/profile");
  await expect(page.getByRole("button", { name: "Change password" })).toBeDisabled();
  await expect(page.getByText(/^Dealflow \d+\.\d+\.\d+$/)).toBeVisible();
  await person(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/credits");
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fcredits$/);
  await context.close();
});

test.describe("of 24 credits", () => {
  test.use({ credits: 24 });
  test("a notice appears once when few are left, and once when none are", { tag: "@long" }, async ({ page }) => {
    const few = page.getByRole("region", { name: "Few credits" });
    const none = page.getByRole("region", { name: "No credits" });
    await page.goto("/");
    await expect(page.getByTestId("sidebar").getByLabel("Credit meter")).toContainText("24");
    await expect(few).toHaveCount(0);
    await openFeed(page, "/funding?round=seed");
    await showNext(page).click();
    await owned(page, 20);
    await expect(few).toContainText("4 credits left. Owned rows");
    await few.getByRole("button", { name: "Dismiss" }).click();
    await page.reload();
    await owned(page, 20);
    await expect(few).toHaveCount(0);
    await openFeed(page, "/acquisitions");
    await showNext(page).click();
    await owned(page, 4);
    await expect(none).toContainText("No credits are left. Owned rows, their export, saved views and the watchlist");
    await none.getByRole("button", { name: "Dismiss" }).click();
    await expect(none).toHaveCount(0);
  });
});
