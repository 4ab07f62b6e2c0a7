/** The API reference: trying a request costs exactly what the page says, and only when its button is pressed. */

import type { Page } from "@playwright/test";
import { meter, quiet } from "./support/feed";
import {
  chargedBy,
  endpoint,
  LISTS,
  ONE,
  openReference,
  outcome,
  readResponse,
  SEVERAL,
  send,
} from "./support/reference";
import { spendElsewhere } from "./support/stack/dashboard";
import { expect, test } from "./support/test";

/** Records every request of the page to the dashboard's own routes. */
function watchRequests(page: Page): string[] {
  const requestedUrls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/")) requestedUrls.push(request.url());
  });
  return requestedUrls;
}

test("each list costs what its button says at most, and what the page says afterwards", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  const purchases = await openReference(page);
  let left = 1_000;
  for (const [index, title] of LISTS.entries()) {
    const section = endpoint(page, title);
    await expect(send(section)).toHaveText("Send up to 2 credits");
    await send(section).click();
    const charged = await chargedBy(section);
    expect(charged).toBe(2);
    left -= charged;
    expect(await dashboard.account.balance()).toBe(left);
    await expect.poll(() => meter(page)).toEqual({ balance: left, last: "2", session: 1_000 - left });
    expect(await readResponse(section)).toMatchObject({
      success: true,
      meta: { creditsUsed: 2, creditsRemaining: left },
    });
    expect(purchases).toHaveLength(index + 1);
  }
});

test("the form matches the request: its address, its price, its curl", { tag: "@long" }, async ({
  page,
  dashboard,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const purchases = await openReference(page);
  const section = endpoint(page, LISTS[0]);
  await section.getByRole("combobox", { name: "round" }).fill("seed");
  await page.keyboard.press("Enter");
  await section.getByRole("combobox", { name: "round" }).fill("series-a");
  await section.getByRole("combobox", { name: "includeTotal" }).selectOption("true");
  for (const [limit, price] of [
    ["", "up to 20 credits"],
    ["100", "up to 100 credits"],
    ["3", "up to 3 credits"],
  ] as const) {
    await section.getByRole("textbox", { name: "limit" }).fill(limit);
    await expect(send(section)).toHaveText(`Send ${price}`);
  }
  await section.getByRole("button", { name: "Copy Same request with curl" }).click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain("/v1/funding-events?round=seed&round=series-a&limit=3&includeTotal=true'");
  expect(curl).toContain('-H "X-API-Key: $DEALFLOW_API_KEY"');
  await send(section).click();
  expect(await chargedBy(section)).toBe(3);
  expect(new URL(purchases[0]?.url() ?? "").search).toBe("?round=seed&round=series-a&limit=3&includeTotal=true");
  const result = await readResponse(section);
  expect(result).toMatchObject({ pagination: { total: expect.any(Number) } });
  expect(await dashboard.account.balance()).toBe(997);
});

test("nothing is sent by loading, hovering, typing or the Enter key; a press buys, and what is owned is free", async ({
  page,
  dashboard,
}) => {
  const requestedUrls = watchRequests(page);
  const purchases = await openReference(page);
  const funding = endpoint(page, LISTS[0]);
  for (const button of await page.getByRole("button", { name: /^Send / }).all()) await button.hover();
  await funding.getByRole("combobox", { name: "round" }).fill("seed");
  await page.keyboard.press("Enter");
  await funding.getByRole("textbox", { name: "limit" }).fill("5");
  await page.keyboard.press("Enter");
  await expect(funding.getByRole("button", { name: "Remove seed" })).toBeVisible();
  await endpoint(page, ONE).getByRole("textbox", { name: "domain" }).fill("example.com");
  await page.keyboard.press("Enter");
  await endpoint(page, SEVERAL).getByRole("textbox", { name: "Company 1" }).fill("example.com");
  await page.keyboard.press("Enter");
  await quiet(page);
  expect(requestedUrls).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);

  const section = endpoint(page, LISTS[1]);
  await send(section).click();
  expect(await chargedBy(section)).toBe(2);
  await expect(section.getByRole("button", { name: /^Buy again/ })).toHaveCount(0);
  await send(section).click();
  await expect(outcome(section)).toContainText(/200 · owned, as of \d\d:\d\d · 0 credits charged/);
  expect(await dashboard.account.balance()).toBe(998);
  await section.getByRole("button", { name: "Buy again up to 2 credits" }).click();
  await expect(outcome(section)).toHaveText("200 · 0 credits charged");
  expect(await dashboard.account.balance()).toBe(998);
  // The document remembers what it bought, so only the first press and "Buy again" were sent.
  expect(purchases).toHaveLength(2);
  const sent = requestedUrls.length;
  await page.reload();
  await quiet(page);
  await expect(outcome(section)).toHaveText("Nothing is sent until you press the button.");
  await page.goto("about:blank");
  await page.goBack();
  await quiet(page);
  expect(requestedUrls).toHaveLength(sent);
  expect(purchases).toHaveLength(2);
  expect(await dashboard.account.balance()).toBe(998);
});

test("an invalid value is reported in one sentence and never sent", { tag: "@long" }, async ({
  page,
  dashboard,
  stack,
}) => {
  const purchases = await openReference(page);
  const before = stack.service.output().length;
  const wrong: [title: string, field: string, value: string, says: RegExp][] = [
    ["Funding rounds", "limit", "101", /^limit must be a whole number from 1 to 100; got 101$/],
    ["Funding rounds", "limit", "two", /^limit must be a whole number from 1 to 100; got "two"$/],
    ["Funding rounds", "since", "2026-02-30", /^since must be a date .* that exists; got "2026-02-30"$/],
    ["Acquisitions", "paymentType", "gold", /^paymentType must be one of cash, .*; got "gold"$/],
    ["Companies", "countries", "usa", /^countries must be one of the 237 listed values or unknown; got "usa"/],
    ["Investors", "domain", "x y", /^domain must be a domain or URL such as example.com; got "x y"$/],
    [ONE, "id", "7", /^id must be a UUID; got "7"$/],
  ];
  for (const [title, name, value, says] of wrong) {
    const section = endpoint(page, title);
    const field = section.getByLabel(name, { exact: true }).and(section.locator("input"));
    const first = await field.inputValue();
    await field.fill(value);
    await send(section).click();
    const alert = section.getByRole("alert");
    await expect(alert.getByText("Not sent. Nothing was charged.")).toBeVisible();
    await expect(alert.getByRole("listitem")).toHaveText(says);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill(first);
    await expect(alert).toHaveCount(0);
  }
  const batch = endpoint(page, SEVERAL);
  await send(batch).click();
  await expect(batch.getByRole("alert").getByRole("listitem")).toHaveText(
    "companies must hold 1 to 25 items; got none",
  );
  await batch.getByRole("textbox", { name: "Company 1" }).fill("example.com");
  await batch.getByRole("button", { name: "Add a company" }).click();
  await batch.getByRole("textbox", { name: "Company 2" }).fill("x y");
  await send(batch).click();
  await expect(batch.getByRole("alert").getByRole("listitem")).toHaveText(/^companies\[1\]\.domain must be a domain/);
  await expect(batch.getByRole("textbox", { name: "Company 1" })).not.toHaveAttribute("aria-invalid", "true");
  await expect(batch.getByRole("textbox", { name: "Company 2" })).toHaveAttribute("aria-invalid", "true");
  await quiet(page);
  expect(purchases).toEqual([]);
  // The inbox's stream belongs to the page's frame.
  const lines = stack.service.output().slice(before).split("\n");
  expect(lines.filter((line) => line.includes("/v1/") && !line.includes("/account/v1/inbox/updates"))).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);
});

/** The domain of a company that has events. */
async function knownDomain(page: Page): Promise<string> {
  const funding = endpoint(page, LISTS[0]);
  await funding.getByRole("combobox", { name: "enrichedOnly" }).selectOption("true");
  await funding.getByRole("textbox", { name: "limit" }).fill("1");
  await send(funding).click();
  expect(await chargedBy(funding)).toBe(1);
  const text = (await funding.getByTestId("response").locator("pre").textContent()) ?? "";
  return /"domain": "([^"]+)"/.exec(text)?.[1] ?? "";
}

test("a timeline is limited only by the balance, so it asks for confirmation", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  const purchases = await openReference(page);
  const domain = await knownDomain(page);
  const section = endpoint(page, ONE);
  await section.getByRole("textbox", { name: "domain" }).fill(domain);
  await expect(send(section)).toHaveText("Send 1 + 1 per event, number unknown");
  await send(section).click();
  await expect(section).toContainText("The number of events is unknown until you buy them.");
  const confirm = section.getByRole("button", { name: "Send it up to 999 credits" });
  await expect(confirm).toBeEnabled();
  // A second Enter does not confirm: the focus stands on the words.
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Cancel" }).click();
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(999);

  await send(section).click();
  await confirm.click();
  const charged = await chargedBy(section);
  const result = await readResponse(section);
  expect(result).toMatchObject({ data: { company: { domain } }, meta: { creditsUsed: charged } });
  // One of its events is owned.
  await expect(section.getByTestId("response").locator("pre")).toContainText(`X-Events-Available: ${charged}`);
  expect(await dashboard.account.balance()).toBe(999 - charged);
  await expect.poll(() => meter(page)).toEqual({ balance: 999 - charged, last: `${charged}`, session: 1 + charged });
});

test("a batch counts its companies and costs what it served", { tag: "@long" }, async ({ page, dashboard }) => {
  const purchases = await openReference(page);
  const domain = await knownDomain(page);
  const section = endpoint(page, SEVERAL);
  await section.getByRole("textbox", { name: "Company 1" }).fill(domain);
  await section.getByRole("button", { name: "Add a company" }).click();
  await section.getByRole("combobox", { name: "Company 2, selector" }).selectOption("name");
  await section.getByRole("textbox", { name: "Company 2" }).fill("No Such Company");
  await section.getByRole("button", { name: "Add a company" }).click();
  await expect(send(section)).toHaveText("Send 2 + 1 per event, number unknown");
  await send(section).click();
  await section.getByRole("button", { name: /^Send it/ }).click();
  const charged = await chargedBy(section);
  expect(await readResponse(section)).toMatchObject([
    { query: { domain }, status: "served", cost: charged },
    { query: { name: "No Such Company" }, status: "not_found", cost: 0 },
  ]);
  expect(purchases.at(-1)?.postDataJSON()).toEqual({ companies: [{ domain }, { name: "No Such Company" }] });
  expect(await dashboard.account.balance()).toBe(999 - charged);
});

test("404 is shown as received", { tag: "@long" }, async ({ page, dashboard }) => {
  await openReference(page);
  const section = endpoint(page, ONE);
  await section.getByRole("textbox", { name: "name" }).fill("No Such Company");
  await send(section).click();
  await section.getByRole("button", { name: /^Send it/ }).click();
  await expect(outcome(section)).toHaveText("404 · nothing was charged");
  expect(await readResponse(section)).toMatchObject({ success: false, error: { code: "NOT_FOUND" } });
  await section.getByText("Example", { exact: true }).click();
  await expect(section.getByTestId("response").locator("pre")).toContainText("Quorvane");
  expect(await dashboard.account.balance()).toBe(1_000);
});

test.describe("with credits that are spent elsewhere meanwhile", () => {
  test.use({ credits: 1 });

  test("402 is shown as received", { tag: "@long" }, async ({ page, dashboard, stack }) => {
    await openReference(page);
    const section = endpoint(page, LISTS[3]);
    await expect(send(section)).toHaveText("Send up to 1 credit");
    await spendElsewhere(dashboard, stack);
    await send(section).click();
    await expect(outcome(section)).toHaveText("402 · nothing was charged");
    expect(await readResponse(section)).toMatchObject({ success: false, error: { code: "PAYMENT_REQUIRED" } });
  });
});
