import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { loaded, meter, panel, quiet, result, row, rowTexts, watchPurchases } from "./support/feed";
import { PAY_PER_VIEW } from "./support/stack";
import { anotherBrowser, expect, test } from "./support/test";

test.use({ serviceSettings: PAY_PER_VIEW });

/** Ids of the records in the JSON of a page. */
function idsOf(reply: unknown): string[] {
  if (typeof reply !== "object" || reply === null || !("data" in reply) || !Array.isArray(reply.data)) return [];
  return reply.data.map((record: { id?: unknown }) => String(record.id));
}

test("two rounds and one country by clicking, shared by their address, metered to the record", async ({
  page,
  browser,
  dashboard,
  stack,
}) => {
  const purchases = watchPurchases(page);
  await page.goto("/");
  await quiet(page);
  expect(purchases).toEqual([]);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Funding" }).click();
  await expect(page).toHaveURL(`${dashboard.url}/funding`);
  await loaded(page, 20);
  expect(await dashboard.account.balance()).toBe(980);
  expect(await meter(page)).toEqual({ balance: 980, last: "20", session: 20 });

  // Charts are fetched and drawn after the rows; three presses within the pause need a browser that has finished.
  await expect(page.getByRole("region", { name: "Charts" }).getByRole("application").first()).toBeVisible();
  await quiet(page);
  // High enough for all that is pressed.
  await page.setViewportSize({ width: 1280, height: 1600 });
  const filters = panel(page);
  await filters.getByRole("button", { name: /^Round/ }).click();
  const responsePromise = page.waitForResponse((response) => response.request() === purchases.at(1));
  // One after the other without a pause, as far as the machine lets them: each starts the pause before a purchase anew.
  const centers = await Promise.all(
    ["Series A", "Series B", "United States"].map(async (name) => {
      const box = await filters.getByRole("checkbox", { name }).boundingBox();
      if (box === null) throw new Error(`${name} is in sight`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
  );
  for (const { x, y } of centers) await page.mouse.click(x, y);
  await expect(page).toHaveURL(`${dashboard.url}/funding?round=series-a&round=series-b&countries=US`);
  await loaded(page, 20);
  const displayed = idsOf(await (await responsePromise).json());
  const spent = 1_000 - (await dashboard.account.balance());
  expect(spent).toBe(20 + displayed.length);
  expect(await meter(page)).toEqual({ balance: 1_000 - spent, last: String(displayed.length), session: spent });
  expect(await result(page)).toMatchObject({ loaded: displayed.length, credits: displayed.length });
  expect(purchases).toHaveLength(2);
  for (const text of await rowTexts(page)) expect(text).toMatch(/^Series [AB] \| .* \| US/);

  const other = await anotherBrowser(browser, dashboard);
  const second = await other.newPage();
  await second.goto(page.url());
  await expect(row(second, 0)).toBeVisible();
  await quiet(second);
  expect(await rowTexts(second)).toEqual(await rowTexts(page));
  expect(await dashboard.account.balance()).toBe(1_000 - spent);
  expect(await meter(second)).toMatchObject({ balance: 1_000 - spent, session: 0 });
  await row(second, 0).click();
  await expect(second).toHaveURL(new RegExp(`&open=${displayed[0]}$`));
  await other.close();

  const { search } = new URL(page.url());
  const direct = await fetch(`${stack.service.url}/v1/funding-events${search}`, {
    headers: { [API_KEY_HEADER]: dashboard.account.key },
  });
  expect(idsOf(await direct.json())).toEqual(displayed);
  expect(await dashboard.account.balance()).toBe(1_000 - spent - displayed.length);
});
