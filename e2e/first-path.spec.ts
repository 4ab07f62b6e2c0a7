import { API_KEY_HEADER } from "@dealflow/contract/headers";
import {
  buyNext,
  explored,
  meter,
  openFeed,
  owned,
  panel,
  quiet,
  result,
  row,
  rowTexts,
  watchPurchases,
} from "./support/feed";
import { anotherBrowser, expect, test } from "./support/test";

/** Ids of the records in the JSON of a page. */
function readIds(reply: unknown): string[] {
  if (typeof reply !== "object" || reply === null || !("data" in reply) || !Array.isArray(reply.data)) return [];
  return reply.data.map((record: { id?: unknown }) => String(record.id));
}

test("two rounds and one country by clicking, bought and shared by their address, metered to the record", async ({
  page,
  browser,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/");
  await quiet(page);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Funding" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/funding`);
  await explored(page);
  const filters = panel(page);
  await filters.getByRole("button", { name: /^Round/ }).click();
  for (const name of ["Series A", "Series B", "United States"])
    await filters.getByRole("checkbox", { name, exact: true }).check();
  await expect(page).toHaveURL(`${dashboard.url}/funding?round=series-a&round=series-b&countries=US`);
  await explored(page);
  expect(purchases).toEqual([]);
  expect(await dashboard.account.balance()).toBe(1_000);

  await buyNext(page, 20);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(980);
  await expect.poll(() => meter(page)).toEqual({ balance: 980, last: "20", session: 20 });
  expect(await result(page)).toMatchObject({ owned: 20, credits: 20 });
  const texts = (await rowTexts(page)).slice(0, 20);
  for (const text of texts) expect(text).toMatch(/^Series [AB] \| .* \| US/);

  const other = await anotherBrowser(browser, dashboard);
  const second = await other.newPage();
  await openFeed(second, page.url());
  await owned(second, 20);
  expect((await rowTexts(second)).slice(0, 20)).toEqual(texts);
  // It has the same sign-in, whose use the service counts for all browsers.
  expect(await meter(second)).toMatchObject({ balance: 980, session: 20 });

  // A program with a key of the workspace gets the same records, for which it pays.
  const { search } = new URL(page.url());
  const direct = await fetch(`${stack.service.url}/v1/funding-events${search}`, {
    headers: { [API_KEY_HEADER]: dashboard.account.key },
  });
  const ids = readIds(await direct.json());
  await row(second, 0).click();
  await expect(second).toHaveURL(new RegExp(`&open=${ids[0]}$`));
  await other.close();
  expect(ids).toHaveLength(20);
  expect(await dashboard.account.balance()).toBe(960);
});
