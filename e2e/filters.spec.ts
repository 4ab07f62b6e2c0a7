/** Every parameter of both feeds can be set by clicking, and lands in the address. */

import { FEEDS } from "@dealflow/contract/feeds";
import { filterParameters } from "@dealflow/contract/filters";
import type { Locator, Page } from "@playwright/test";
import { explored, openFeed, panel, quiet, row, scroller, sheet } from "./support/feed";
import { rest } from "./support/gestures";
import { expect, test } from "./support/test";

const ID = "0190f000-0000-7000-8000-00000000abcd";

/** A person sets each filter like this, by its label, and the address then has these parameters. */
interface Setting {
  act(facet: Locator): Promise<void>;
  address: Readonly<Record<string, string | readonly string[]>>;
}

async function enter(facet: Locator, label: string, text: string): Promise<void> {
  await facet.getByLabel(label, { exact: true }).fill(text);
  await facet.getByLabel(label, { exact: true }).press("Enter");
}

const check =
  (...names: string[]) =>
  async (facet: Locator) => {
    for (const name of names) await facet.getByRole("checkbox", { name, exact: true }).check();
  };

async function searchAndCheck(facet: Locator, search: string, name: string): Promise<void> {
  await facet.getByRole("searchbox").fill(search);
  await check(name)(facet);
}

const COMMON: Readonly<Record<string, Setting>> = {
  Announced: {
    act: async (facet) => {
      await enter(facet, "Announced, from", "2026-01-01");
      await enter(facet, "Announced, to", "2026-06-30");
    },
    address: { since: "2026-01-01", until: "2026-06-30" },
  },
  Country: {
    act: async (facet) => {
      await check("United States")(facet);
      await searchAndCheck(facet, "cote", "Côte d’Ivoire");
      await facet.getByRole("searchbox").fill("");
      await facet.getByRole("button", { name: /more/ }).click();
      await facet.getByRole("checkbox").first().focus();
      await facet.page().keyboard.press("End");
      await facet.getByRole("checkbox", { name: "Unknown" }).check();
    },
    address: { countries: ["CI", "US", "unknown"] },
  },
  NAICS: {
    act: async (facet) => {
      await facet.getByRole("searchbox").fill("hospital");
      await facet.getByRole("treeitem", { name: /^622/ }).click();
    },
    address: { naicsCode: "622" },
  },
  Amount: {
    act: async (facet) => {
      await facet.getByRole("button", { name: "5m", exact: true }).click();
      await enter(facet, "Amount, to", "1.2bn");
    },
    address: { minAmountUsd: "5000000", maxAmountUsd: "1200000000" },
  },
  Industry: {
    act: (facet) => searchAndCheck(facet, "software dev", "Software Development"),
    address: { industryGroups: "Software Development" },
  },
  Vertical: { act: check("AI", "Fintech"), address: { verticals: ["ai", "fintech"] } },
  "Company id": { act: (facet) => enter(facet, "Company id", ID.toUpperCase()), address: { companyId: ID } },
  Domain: { act: (facet) => enter(facet, "Domain", "https://www.example.com/x"), address: { domain: "example.com" } },
};

const SETTINGS: Readonly<Record<"funding" | "acquisitions", Readonly<Record<string, Setting>>>> = {
  funding: {
    ...COMMON,
    Round: { act: check("Series A", "Series B"), address: { round: ["series-a", "series-b"] } },
    Size: { act: check("11–50"), address: { employeeBuckets: "11-50" } },
    Resolved: { act: check("Resolved companies only"), address: { enrichedOnly: "true" } },
  },
  acquisitions: {
    ...COMMON,
    Payment: { act: check("Cash", "Cash and stock"), address: { paymentType: ["cash", "mixed"] } },
    Mergers: {
      act: (facet) => facet.getByRole("radio", { name: "Acquisitions only" }).check(),
      address: { isMerger: "false" },
    },
  },
};

function expectAddress(page: Page): Record<string, string | string[]> {
  const search = new URL(page.url()).searchParams;
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** The facet of a filter, open. */
async function openFacet(page: Page, label: string): Promise<Locator> {
  const facet = panel(page).getByRole("group", { name: label, exact: true }).first();
  const head = facet.getByRole("button").first();
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  return facet;
}

for (const feed of ["funding", "acquisitions"] as const) {
  const { filters, title } = FEEDS[feed];
  test(`${title}: every parameter`, { tag: "@long" }, async ({ page, openOwned }) => {
    await openOwned(`/${feed}`);
    let expected = {};
    for (const filter of filters) {
      const setting = SETTINGS[feed][filter.label];
      if (setting === undefined) throw new Error(`this test does not know how the filter ${filter.label} is set`);
      expect(Object.keys(setting.address).sort(), filter.label).toEqual(filterParameters(filter).sort());
      await setting.act(await openFacet(page, filter.label));
      expected = { ...expected, ...setting.address };
      await expect.poll(() => expectAddress(page), filter.label).toEqual(expected);
    }
    const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
    await expect(chips).toHaveCount(filters.length);
    // The address means the same to anyone who opens it.
    await page.reload();
    await expect(chips).toHaveCount(filters.length);
    expect(expectAddress(page)).toEqual(expected);

    for (const filter of filters.slice(0, 2)) {
      await page.getByRole("button", { name: new RegExp(`^Remove ${filter.label} `) }).click();
      for (const name of filterParameters(filter)) await expect(page).not.toHaveURL(new RegExp(`[?&]${name}=`));
    }
    await expect(chips).toHaveCount(filters.length - 2);
    await panel(page).getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL(new RegExp(`/${feed}$`));
    await expect(chips).toHaveCount(0);
  });
}

test("invalid input stays as typed, shows why, and changes nothing", { tag: "@long" }, async ({ page, dashboard }) => {
  await openFeed(page);
  const cases: [filter: string, field: string, text: string, says: RegExp][] = [
    ["Announced", "Announced, from", "someday", /“someday” is not a date/],
    ["Amount", "Amount, from", "5 bananas", /^Enter an amount such as 5m, 1\.2bn or 750,000\.$/],
    ["Company id", "Company id", "42", /^Enter a valid id \(UUID\)\.$/],
    ["Domain", "Domain", "no domain", /^Enter a domain such as example\.com\.$/],
  ];
  for (const [filter, field, text, address] of cases) {
    const facet = await openFacet(page, filter);
    await enter(facet, field, text);
    await expect(facet.getByRole("alert")).toHaveText(address);
    await expect(facet.getByLabel(field, { exact: true })).toHaveValue(text);
  }
  await expect(page).toHaveURL(/\/funding$/);
  await quiet(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("values of a facet stay in their places, and a chosen one stays in the list", { tag: "@long" }, async ({
  page,
}) => {
  await openFeed(page);
  const facet = await openFacet(page, "Country");
  const values = () =>
    facet.getByRole("checkbox").evaluateAll((all) => all.map((one) => one.closest("label")?.textContent ?? ""));
  const before = ["United States", "United Kingdom", "Germany", "France", "India"];
  await expect.poll(values).toEqual(before);
  await searchAndCheck(facet, "singapore", "Singapore");
  await facet.getByRole("searchbox").fill("");
  await explored(page);
  expect(await values()).toEqual([...before, "Singapore"]);
  await facet.getByRole("checkbox", { name: "Singapore" }).uncheck();
  expect(await values()).toEqual([...before, "Singapore"]);
  // A facet that is opened again begins with the most frequent values.
  await facet.getByRole("button").first().click();
  await facet.getByRole("button").first().click();
  expect(await values()).toEqual(before);
});

test("the chip of a company says its name", { tag: "@long" }, async ({ page, openOwned }) => {
  await openOwned("/funding");
  await page.getByRole("combobox", { name: "Search loaded rows" }).fill("a");
  const company = page.getByRole("listbox", { name: "Companies" }).getByRole("option").first();
  const name = (await company.getByText(/./).first().textContent()) ?? "";
  expect(name).not.toBe("");
  await company.click();
  await expect(page).toHaveURL(/companyId=/);
  await expect(page.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toContainText(name);
});

const SEVEN =
  "since=-1y&round=seed&countries=DE&minAmountUsd=2000000&verticals=ai&employeeBuckets=11-50&enrichedOnly=true";

test("chips wrap where there are many", { tag: "@long" }, async ({ page }) => {
  await page.goto(`/funding?${SEVEN}`);
  const remove = page.getByRole("list", { name: "Active filters" }).getByRole("button");
  await expect(remove).toHaveCount(7);
  for (const button of await remove.all()) await expect(button).toBeInViewport({ ratio: 1 });
});

test("the focus goes to the next chip when one is removed, and to the facets after the last", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto(`/funding?${SEVEN}`);
  await quiet(page);
  const remove = page.getByRole("list", { name: "Active filters" }).getByRole("button");
  await remove.first().focus();
  for (const left of [6, 5, 4, 3, 2, 1]) {
    await page.keyboard.press("Enter");
    await expect(remove).toHaveCount(left);
    await expect(remove.first()).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("No filters")).toBeVisible();
  await expect(panel(page).locator("[data-facets] button").first()).toBeFocused();
});

test("wrong values of an address are one line, however many they are", { tag: "@long" }, async ({ page }) => {
  await page.goto(`/funding?${Array.from({ length: 500 }, (_, index) => `round=x${index}`).join("&")}`);
  const banner = page.getByTestId("banner").filter({ hasText: "was ignored" });
  await expect(banner.getByRole("listitem")).toHaveText(['Unknown round: "x0", "x1", "x2" and 497 more']);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the drawer collects changes, Apply applies them together, and the dock reveals cards at their price", async ({
    page,
    dashboard,
  }) => {
    await openFeed(page);
    const opener = page.getByTestId("feed-dock").getByRole("button", { name: /^Filters/ });
    const drawer = page.getByRole("dialog", { name: "Filters" });
    const choose = async () => {
      await opener.tap();
      await drawer.getByText("United States").tap();
      await drawer.getByRole("button", { name: /^Round/ }).tap();
      await drawer.getByText("Seed", { exact: true }).tap();
    };
    await choose();
    await expect(drawer).toContainText("Close to discard your changes.");
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL(/\/funding$/);
    await choose();
    await drawer.getByRole("button", { name: /^Apply/ }).tap();
    await expect(page).toHaveURL(/\/funding\?round=seed&countries=US$/);
    await explored(page);
    await expect(row(page, 0)).toContainText("Seed");
    expect(await dashboard.account.balance()).toBe(1_000);

    await page.getByTestId("feed-dock").getByRole("button", { name: "Reveal 20 20 credits" }).click();
    await expect(row(page, 0).getByTestId("name")).toBeVisible();
    await rest(page, 600);
    await row(page, 2).click();
    await expect(sheet(page)).toBeVisible();
    expect(await dashboard.account.balance()).toBe(980);
    expect(await scroller(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  });
});
