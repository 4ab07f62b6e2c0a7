/** Purchased records in a browser that several people use: they are one person's, and go with them unless they are kept. */
import type { Page } from "@playwright/test";
import { type Dashboard, startVisitorDashboard } from "./support/dashboard";
import { buyNext, explored, quiet } from "./support/feed";
import { register, signInWith, visitor } from "./support/people";
import { test as base, expect } from "./support/test";

/** A dashboard, and a browser in which nobody is signed in. */
const test = base.extend<{ openDashboard: Dashboard; tab: Page }>({
  openDashboard: async ({ stack }, use) => {
    const dashboard = await startVisitorDashboard(stack);
    await use(dashboard);
    await dashboard.stop();
  },
  tab: async ({ browser, openDashboard }, use) => {
    const { page, context } = await visitor(browser, openDashboard);
    await use(page);
    await context.close();
  },
});

const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@ostermark.example`;
const keep = (page: Page) => page.getByRole("switch", { name: "Keep on this device" });
const signOut = (page: Page) => page.getByRole("button", { name: /^Sign out/ });

/** Registers, which opens the funding feed, and buys its first rows. */
async function registerAndBuy(page: Page, name: string, email: string): Promise<void> {
  await page.goto("/register?returnTo=%2Ffunding");
  await register(page, name, email);
  await explored(page);
  await buyNext(page, 20);
  await quiet(page);
}

/** All that this browser stores of purchased records, whoever they belong to. */
function stored(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const unwritten = Object.keys(localStorage).filter((key) => key.startsWith("dealflow.unwritten."));
    return [...databases.map(({ name }) => name ?? ""), ...unwritten];
  });
}

async function expectOwned(page: Page, number: number): Promise<void> {
  await page.goto("/credits");
  await expect(page.getByText(`Owned records here${number}`)).toBeVisible();
}

async function leave(page: Page): Promise<void> {
  await page.getByTestId("sidebar-person").getByRole("button").first().click();
  await signOut(page).click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

test("signing out says that it deletes them, and does so in every tab", async ({ tab: page }) => {
  const email = unique();
  await registerAndBuy(page, "Ines", email);
  await expectOwned(page, 20);
  const other = await page.context().newPage();
  await expectOwned(other, 20);
  expect(await stored(page)).toHaveLength(1);

  await page.getByTestId("sidebar-person").getByRole("button").first().click();
  await expect(signOut(page)).toContainText("Also removes owned records from this browser");
  await signOut(page).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(other).toHaveURL(/\/sign-in\?/);
  expect(await stored(page)).toEqual([]);

  await signInWith(page, email);
  await expect(page.getByTestId("sidebar-person").getByRole("button").first()).toContainText("Ines");
  await expectOwned(page, 0);
});

test("they stay where the person keeps them, for that person alone", async ({ tab: page }) => {
  const [ines, jo] = [unique(), unique()];
  await registerAndBuy(page, "Ines", ines);
  await page.goto("/credits");
  await expect(page.getByText("Owned records stay in this browser after signing out.")).toBeVisible();
  await expect(keep(page)).not.toBeChecked();
  await keep(page).click();
  await expect(keep(page)).toBeChecked();
  const [database] = await stored(page);
  await page.getByTestId("sidebar-person").getByRole("button").first().click();
  await expect(signOut(page)).toHaveText("Sign out");
  await signOut(page).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect(await stored(page)).toEqual([database]);

  await page.goto("/register");
  await register(page, "Jo", jo);
  await expect(page.getByTestId("sidebar-person").getByRole("button").first()).toContainText("Jo");
  await expectOwned(page, 0);
  await expect(keep(page)).not.toBeChecked();
  await leave(page);
  expect(await stored(page)).toEqual([database]);

  await signInWith(page, ines);
  await expect(page.getByTestId("sidebar-person").getByRole("button").first()).toContainText("Ines");
  await expectOwned(page, 20);
  await expect(keep(page)).toBeChecked();
});

test("those of an expired session are there for the same person, and deleted when another one signs in", async ({
  tab: page,
}) => {
  const [ines, jo] = [unique(), unique()];
  await registerAndBuy(page, "Ines", ines);
  const [hers] = await stored(page);
  await page.context().clearCookies();
  await page.goto("/credits");
  await expect(page).toHaveURL(/\/sign-in\?/);
  expect(await stored(page)).toEqual([hers]);
  await signInWith(page, ines);
  await expect(page.getByTestId("sidebar-person").getByRole("button").first()).toContainText("Ines");
  await expectOwned(page, 20);

  // What an earlier version stored does not say whose it is.
  await page.evaluate(() => {
    indexedDB.open("dealflow-pSmz5tuYPvy8n_6P", 1).onsuccess = ({ target }) => {
      if (target instanceof IDBOpenDBRequest) target.result.close();
    };
    localStorage.setItem("dealflow.unwritten.pSmz5tuYPvy8n_6P.k3j2h1", "[]");
  });
  await page.context().clearCookies();
  await page.goto("/register");
  await register(page, "Jo", jo);
  await expect(page.getByTestId("sidebar-person").getByRole("button").first()).toContainText("Jo");
  await expectOwned(page, 0);
  await expect
    .poll(async () => (await stored(page)).filter((name) => name === hers || name.includes("pSmz5tuYPvy8n_6P")))
    .toEqual([]);
});
