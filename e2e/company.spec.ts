/** The page of a company and the look-up: what they buy, to the credit. */
import type { Page } from "@playwright/test";
import { getCompanies, type TestCompany } from "./support/companies";
import { expectToScroll, explored, meter, quiet, row, sheet, watchPurchases } from "./support/feed";
import { spendElsewhere } from "./support/stack/dashboard";
import type { Stack } from "./support/stack/stack";
import { expect, test } from "./support/test";

const NOBODY = "00000000-0000-7000-8000-000000000000";

/** This company has the most events. */
async function largest(stack: Stack): Promise<TestCompany> {
  const [company] = await getCompanies(stack);
  if (company === undefined) throw new Error("the market has companies");
  return company;
}

const events = (page: Page) => page.getByTestId("timeline-event");
const load = (page: Page) => page.getByRole("button", { name: /^Load timeline/ });
const dialog = (page: Page) => page.getByRole("dialog");
/** The heading of a company that is not owned. */
const unnamed = ({ id }: TestCompany) => `Company …${id.slice(-12)}`;
const eventsIn = ({ price }: TestCompany) => price - 1;

test("opening an address never buys; the button buys at its price; reload and back are free", async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const company = await largest(stack);
  await page.goto(`/companies/${company.id}`);
  await quiet(page);
  // Who it is, an address does not say.
  await expect(page.getByRole("heading", { name: unnamed(company) })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(company.name);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);
  await expect(load(page)).toContainText(`${company.price} credits`);

  await load(page).click();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await expect(page.getByRole("heading", { name: company.name })).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
  await expect.poll(async () => (await meter(page)).balance).toBe(1_000 - company.price);
  await expect(page.getByTestId("company-metrics")).toContainText(`${company.price} credits`);

  await page.reload();
  await quiet(page);
  await expect(events(page)).toHaveCount(eventsIn(company));
  await expectToScroll(page);
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL(/reference$/);
  await page.goBack();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await expect(page.getByText(/^Owned as of/).first()).toBeVisible();
  await page.goto("/credits");
  await expect(page.getByRole("table", { name: "Ledger" })).toContainText(`Timeline: ${company.name}`);
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
});

test("a bought timeline is there after a restart of the dashboard's server", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const company = await largest(stack);
  await page.goto(`/companies/${company.id}`);
  await load(page).click();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await quiet(page);
  await dashboard.restart();
  await page.reload();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await expect(page.getByText(/^Owned as of/).first()).toBeVisible();
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
});

test("each bought event opens its record, which says where it was read and how it was bought", async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const company = await largest(stack);
  // Who looks a company up by its name knows it, and can watch it before anything is bought.
  await page.goto("/companies/lookup");
  await quiet(page);
  await page.getByLabel("Company", { exact: true }).fill(company.name);
  await page.getByRole("button", { name: /^Find/ }).click();
  await expect(page.getByRole("heading", { name: company.name })).toBeVisible();
  const star = page.getByTestId("company-tools").getByRole("button", { name: "Watch", exact: true });
  await star.click();
  await expect(page.getByTestId("company-tools").getByRole("button", { name: "Watched" })).toBeVisible();
  await load(page).click();
  await expect(events(page)).toHaveCount(eventsIn(company));
  const source = events(page).first().getByRole("link", { name: "(opens in a new tab)" });
  await expect(source).toHaveAttribute("href", /^https?:/);

  const round = events(page).filter({ hasText: "from" }).filter({ hasText: "$" }).first();
  const opener = round.getByRole("link").first();
  await opener.focus();
  await page.keyboard.press("Enter");
  const open = sheet(page);
  await expect(page).toHaveURL(new RegExp(`/companies/${company.id}\\?open=[0-9a-f-]{36}$`));
  await expect(open.getByTestId("sheet-name")).toHaveText(company.name);
  await expect(open.getByRole("heading", { name: /^Sources, \d+$/ })).toBeVisible();
  await expect(open.getByTestId("receipt")).toContainText(/Bought.*Request [0-9a-z_-]{12} .*Company timeline/);
  const address = page.url();
  await open
    .getByRole("button", { name: /^(Next|Previous)$/ })
    .and(page.locator(":enabled"))
    .first()
    .click();
  expect(page.url()).not.toBe(address);
  await page.goBack();
  await expect(open).toHaveCount(0);
  await page.goForward();
  await page.reload();
  // The service knows when a record was bought; the request id is in the ledger and in the document that bought it.
  await expect(open.getByTestId("receipt")).toContainText(/Bought.*Company timeline/);
  await page.goto(address);
  await expect(open).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toHaveCount(0);
  await expect(opener).toBeFocused();

  // Its investors have pages too, which are free.
  const investor = page.getByRole("complementary", { name: "About the company" }).getByRole("listitem").first();
  const name = (await investor.getByRole("link").textContent()) ?? "";
  await investor.getByRole("link").click();
  await expect(page).toHaveURL(/\/investors\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the company's name stands above what can be done with it", { tag: "@long" }, async ({ page, stack }) => {
    const company = await largest(stack);
    await page.goto(`/companies/${company.id}`);
    await quiet(page);
    const [name, button] = await Promise.all([
      page.getByRole("heading", { name: unnamed(company) }).boundingBox(),
      page.getByRole("button", { name: "Add to compare" }).locator("visible=true").boundingBox(),
    ]);
    expect(name?.y).toBeLessThan(button?.y ?? 0);
  });
});

test("a timeline and a comparison are copied as requests, at 0 credits", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const { id } = await largest(stack);
  await page.goto(`/companies/${id}?include=funding`);
  await quiet(page);
  await load(page).click();
  await page.getByRole("button", { name: "Copy as", exact: true }).first().click();
  const one = page.getByRole("dialog", { name: "Copy this request as" });
  await expect(one.getByRole("region", { name: "curl" })).toContainText(
    `/v1/companies/timeline?id=${id}&include=funding`,
  );
  await expect(one.getByRole("region", { name: "MCP call" })).toContainText(id);
  const bought = await dashboard.account.balance();
  await page.goto(`/compare?id=${id}`);
  await quiet(page);
  await page.getByRole("button", { name: "Copy as", exact: true }).click();
  const several = page.getByRole("dialog", { name: "Copy this request as" });
  await expect(several.getByRole("region", { name: "curl" })).toContainText(`{"companies":[{"id":"${id}"}]}`);
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(bought);
});

test("the selected kinds are bought, the others later, and a refresh of what is owned is free", async ({
  page,
  dashboard,
  stack,
}) => {
  const company = await largest(stack);
  const { funding, acquisitions, exec_moves } = company.events;
  await page.goto(`/companies/${company.id}?include=funding`);
  await quiet(page);
  await expect(page.getByRole("checkbox", { name: "Exec moves" })).not.toBeChecked();
  await expect(load(page)).toContainText(funding === 0 ? "1 credit" : `${1 + funding} credits`);
  await load(page).click();
  await expect(events(page)).toHaveCount(funding);
  expect(await dashboard.account.balance()).toBe(1_000 - 1 - funding);

  const rest = page.getByRole("button", { name: /^Load these events/ });
  await expect(rest).toContainText(`${acquisitions + exec_moves} credit`);
  // The figures above the timeline say that it lacks some, and lead to them.
  await page
    .getByTestId("company-metrics")
    .getByRole("link", { name: `${acquisitions + exec_moves} not owned` })
    .click();
  await expect(page.getByRole("heading", { name: "You don’t own these events yet" })).toBeInViewport();
  await rest.click();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await expect(page.getByTestId("company-metrics")).not.toContainText("not owned");
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
  await expect(rest).toHaveCount(0);

  const refresh = page.getByTestId("company-tools").getByRole("button", { name: /^Refresh/ });
  await expect(refresh).toContainText("0 credits");
  await refresh.click();
  await quiet(page);
  await page.getByRole("group", { name: "Kind of event" }).getByText("Funding").click();
  await expect(events(page)).toHaveCount(funding);
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
});

test("an unknown id, and an invalid one, cost nothing and offer links", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  for (const [id, title] of [
    [NOBODY, "No company with this id"],
    ["42", "That isn’t a valid company link"],
  ] as const) {
    await page.goto(`/companies/${id}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await quiet(page);
    await expect(load(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add to compare" })).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Look up a company" }).click();
  await expect(page.getByRole("heading", { name: "Look up a company" })).toBeVisible();
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("the look-up accepts a domain, a name and an address, costs nothing and opens the company", {
  tag: "@long",
}, async ({ page, dashboard, stack }) => {
  const company = await largest(stack);
  for (const [typed, understood] of [
    [`https://www.${company.domain}/about`, "Domain"],
    [company.name.toUpperCase(), "Name"],
    [company.id.toUpperCase(), "Company id"],
  ] as const) {
    await page.goto("/companies/lookup");
    await quiet(page);
    await page.getByLabel("Company", { exact: true }).fill(typed);
    await expect(page.getByLabel("Search by").locator("option:checked")).toHaveText(understood);
    await page.getByRole("button", { name: /^Find/ }).click();
    await expect(page).toHaveURL(`/companies/${company.id}`);
    await expect(load(page)).toContainText(`${company.price} credits`);
  }
  await page.goto(`/companies/lookup?domain=${company.domain}&include=funding`);
  await expect(page).toHaveURL(`/companies/${company.id}?include=funding`);
  await page.goto("/companies/lookup?domain=nobody.example");
  await expect(page.getByText("No company is known by “nobody.example”. Nothing was charged.")).toBeVisible();
  await page.getByLabel("Company", { exact: true }).fill("Nobody At All");
  await page.getByRole("button", { name: /^Find/ }).click();
  await expect(page.getByText("No exact match for “Nobody At All”. Nothing was charged.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("the look-up offers owned companies while one types, and a free search for the others", async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  const company = await largest(stack);
  await page.goto(`/companies/${company.id}`);
  await quiet(page);
  await load(page).click();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await page.goto("/companies/lookup");
  await quiet(page);
  const field = page.getByRole("combobox", { name: "Company", exact: true });
  await field.pressSequentially(company.name.slice(0, -1).toLowerCase());
  const offered = page.getByRole("listbox", { name: "Companies you own" }).getByRole("option", { name: company.name });
  await expect(offered).toContainText("0 credits");
  await expect(page.getByRole("link", { name: "Search companies instead" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(offered).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/companies/${company.id}`);
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
});

test.describe("with too few credits", () => {
  test.use({ credits: 3 });

  test("it asks for confirmation, and a partial timeline is not shown as complete", async ({
    page,
    dashboard,
    stack,
  }) => {
    const company = await largest(stack);
    expect(company.price).toBeGreaterThan(4);
    await page.goto(`/companies/${company.id}`);
    await quiet(page);
    await load(page).click();
    await expect(dialog(page)).toContainText("3 are left");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    expect(await dashboard.account.balance()).toBe(3);
    await load(page).click();
    await dialog(page)
      .getByRole("button", { name: /^Load timeline/ })
      .click();
    await expect(events(page)).toHaveCount(2);
    expect(await dashboard.account.balance()).toBe(0);
    const cut = page.getByText(`You ran out of credits after the newest 2 of ${eventsIn(company)} events.`);
    await expect(cut).toBeVisible();
    const whole = page.getByRole("button", { name: /^Load it whole/ });
    await expect(whole).toHaveText("Load it whole no credits left");
    await expect(whole).toBeDisabled();
    await page.reload();
    await expect(cut).toBeVisible();

    // A credit that someone else has spent meanwhile buys nothing; what is there stays.
    await dashboard.account.grant(1);
    await page.reload();
    await expect(whole).toHaveText("Load it whole up to 1 credit, all you have");
    await whole.click();
    await spendElsewhere(dashboard, stack);
    await dialog(page)
      .getByRole("button", { name: /^Refresh/ })
      .click();
    await quiet(page);
    await expect(cut).toBeVisible();
    await expect(events(page)).toHaveCount(2);
    expect(await dashboard.account.balance()).toBe(0);
  });
});

test("offline no request is sent, and owned data stays", async ({ page, context, dashboard, stack }) => {
  const company = await largest(stack);
  await page.goto(`/companies/${company.id}`);
  await quiet(page);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Nothing can be loaded.")).toBeVisible();
  await expect(load(page)).toBeDisabled();
  await context.setOffline(false);
  await load(page).click();
  await expect(events(page)).toHaveCount(eventsIn(company));
  await context.setOffline(true);
  await expect(page.getByText("Owned rows stay available for free.")).toBeVisible();
  await expect(events(page)).toHaveCount(eventsIn(company));
  expect(await dashboard.account.balance()).toBe(1_000 - company.price);
});

test("offline a link stays in the app, and is tried again once the network is back", { tag: "@long" }, async ({
  page,
  context,
  dashboard,
  stack,
}) => {
  const company = await largest(stack);
  await page.goto(`/companies/${company.id}`);
  await quiet(page);
  await page.getByTestId("company-tools").getByRole("button", { name: "Add to compare" }).click();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link", { name: "Compare 1" })).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByTestId("offline-navigation");
  await pages.getByRole("link", { name: "Compare 1" }).click();
  await expect(notice).toContainText("You’re offline Compare can’t load right now.");
  await pages.getByRole("link", { name: "Funding" }).click();
  await expect(notice).toContainText("You’re offline Funding can’t load right now.");
  await notice.getByRole("button", { name: "Retry" }).click();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(`/companies/${company.id}`);
  await expect(page.getByRole("heading", { name: unnamed(company) })).toBeVisible();

  await context.setOffline(false);
  await expect(notice).toContainText("You’re back online");
  await expect(page.getByTestId("banner")).toHaveCount(0);
  await notice.getByRole("button", { name: "Retry" }).click();
  await expect(page).toHaveURL("/funding");
  await expect(notice).toHaveCount(0);
  // A press while offline buys nothing later.
  await explored(page);
  expect(await dashboard.account.balance()).toBe(1_000);
});

test("marks of the chart open their event, by pointer and by key; those that collide list theirs", {
  tag: "@long",
}, async ({ page, stack }) => {
  await page.goto(`/companies/${(await largest(stack)).id}`);
  await load(page).click();
  const chart = page.getByRole("application", { name: /^Raised to date: \$/ });
  const tooltip = page.getByTestId("chart-tooltip");
  await chart.getByRole("link").last().hover();
  await expect(tooltip).toContainText("Raised to date$");
  await chart.getByRole("link").last().click();
  await expect(page).toHaveURL(/\?open=[0-9a-f-]{36}$/);
  const opened = page.url();

  const cluster = chart.getByRole("button", { name: /^\d+ .*events?, / }).first();
  const [number] = /^\d+/.exec((await cluster.getAttribute("aria-label")) ?? "") ?? [];
  await cluster.click();
  const list = dialog(page).filter({ has: page.getByRole("list") });
  await expect(list.getByRole("link")).toHaveCount(Number(number));
  await expect(list.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(chart).toBeFocused();
  await cluster.click();
  await list.getByRole("link").last().click();
  await expect(list).toBeHidden();
  await expect(page).not.toHaveURL(opened);
  await expect(page).toHaveURL(/\?open=[0-9a-f-]{36}$/);

  await page.goBack();
  await page.mouse.move(0, 0);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tooltip).toContainText("Raised to date");
  const active = chart.locator('[data-active="true"]');
  await expect(active).toHaveCount(1);
  const opens = await active.getAttribute("href");
  await page.keyboard.press("Enter");
  if (opens === null) await expect(list).toBeVisible();
  else await expect(page).toHaveURL(opens);
});

test("names that are written from the right begin at the right, and keep their order in a sentence", {
  tag: "@long",
}, async ({ page, stack }) => {
  const company = { name: "شركة الاتصالات السعودية", domain: "arabic.example" };
  const investors = [{ name: "صندوق الاستثمارات" }, { name: "קרן הון סיכון" }];
  const record = { round: "seed", announcedAt: "1990-02-03", amountUsd: 2_000_000, company, investors };
  await stack.addEvent(JSON.stringify({ kind: "funding", record }));
  await page.goto("/funding?until=1990-12-31");
  await row(page, 0).click();
  const name = row(page, 0).getByTestId("name");
  await expect(name).toHaveText(company.name);
  await expect(name).toHaveCSS("direction", "rtl");
  await row(page, 0).click();
  await sheet(page)
    .getByRole("link", { name: /^Company page/ })
    .click();
  const places = await Promise.all(
    investors.map(async (one) => (await events(page).getByText(one.name, { exact: true }).boundingBox())?.x ?? 0),
  );
  expect(places[0]).toBeLessThan(places[1] ?? 0);
});
