import { API_KEY_HEADER } from "@/lib/contract/headers";
import { loaded, meter, panel, quiet, result, row, rowTexts, watch, watchPurchases } from "./support/feed";
import { anotherBrowser, expect, test } from "./support/test";

/** Ids of the records in the JSON of a page. */
function idsOf(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null || !("data" in answer) || !Array.isArray(answer.data)) return [];
  return answer.data.map((record: { id?: unknown }) => String(record.id));
}

test("two rounds and one country by clicking, shared by their address, metered to the record", async ({
  page,
  browser,
  dashboard,
  stack,
}) => {
  watch(page);
  const purchases = watchPurchases(page);
  await page.goto("/");
  await quiet(page);
  expect(purchases).toEqual([]);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Funding" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/funding`);
  await loaded(page, 20);
  expect(await dashboard.account.balance()).toBe(980);
  expect(await meter(page)).toEqual({ balance: 980, last: "20", session: 20 });

  const filters = panel(page);
  await filters.getByRole("button", { name: /^Round/ }).click();
  const answered = page.waitForResponse((response) => response.request() === purchases.at(1));
  await filters.getByRole("checkbox", { name: "Series A" }).check();
  await filters.getByRole("checkbox", { name: "Series B" }).check();
  await filters.getByRole("checkbox", { name: "United States" }).check();
  await expect(page).toHaveURL(`${dashboard.url}/funding?round=series-a&round=series-b&countries=US`);
  await loaded(page, 20);
  const shown = idsOf(await (await answered).json());
  const spent = 1_000 - (await dashboard.account.balance());
  expect(spent).toBe(20 + shown.length);
  expect(await meter(page)).toEqual({ balance: 1_000 - spent, last: String(shown.length), session: spent });
  expect(await result(page)).toMatchObject({ loaded: shown.length, credits: shown.length });
  expect(purchases).toHaveLength(2);
  for (const text of await rowTexts(page)) expect(text).toMatch(/^Series [AB] \| .* \| US/);

  const other = await anotherBrowser(browser, dashboard);
  const second = await other.newPage();
  watch(second);
  await second.goto(page.url());
  await expect(row(second, 0)).toBeVisible();
  await quiet(second);
  expect(await rowTexts(second)).toEqual(await rowTexts(page));
  expect(await dashboard.account.balance()).toBe(1_000 - spent);
  expect(await meter(second)).toMatchObject({ balance: 1_000 - spent, session: 0 });
  await row(second, 0).click();
  await expect(second).toHaveURL(new RegExp(`&open=${shown[0]}$`));
  await other.close();

  const { search } = new URL(page.url());
  const direct = await fetch(`${stack.service.url}/v1/funding-events${search}`, {
    headers: { [API_KEY_HEADER]: dashboard.account.key },
  });
  expect(idsOf(await direct.json())).toEqual(shown);
  expect(await dashboard.account.balance()).toBe(1_000 - spent - shown.length);
});
