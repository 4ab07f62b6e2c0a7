/** Random interaction where rows are free, as it is installed: what is spent is what priced presses and previews said. */
import { CREDITS_USED_HEADER } from "@/lib/contract/headers";
import { quiet, watch } from "./support/feed";
import { createMonkey, expectWithin, seeded } from "./support/monkey";
import { expect, test } from "./support/test";

const SEED = 20_261_123;
/** A twentieth in `npm test`. */
const ACTS = process.env.DEALFLOW_LONG === "1" ? 1_000 : 50;
/** Longer than changed filters rest. */
const REST_MS = 650;
const CREDITS = 50_000;
/** No page of a feed costs anything: filters, links and scrolling are free. */
const FREE_PAGE = 0;

test.use({ serviceSettings: {}, credits: CREDITS });

test(`${ACTS} random acts spend what was bought on purpose`, { tag: "@long" }, async ({ page, dashboard }) => {
  test.setTimeout(ACTS * 6_000);
  watch(page);
  const charged: number[] = [];
  page.on("response", (response) => {
    const intent = response.request().headers()["x-dealflow-intent"];
    if (intent === "buy" || intent === "refresh")
      charged.push(Number(response.headers()[CREDITS_USED_HEADER.toLowerCase()] ?? 0));
  });
  await page.clock.install();
  await page.goto("/funding");
  const act = createMonkey(page, seeded(SEED), FREE_PAGE);
  const path: string[] = [];
  const settled = async () => {
    // History may lead out of the dashboard.
    if (new URL(page.url()).protocol === "about:") await page.goto("/funding");
    await quiet(page);
  };
  for (let created = 0; created < ACTS; created++) {
    await settled();
    const before = await dashboard.account.balance();
    const done = await act();
    path.push(done.name);
    await settled();
    await page.clock.fastForward(REST_MS);
    await settled();
    expectWithin(before - (await dashboard.account.balance()), done, path);
  }
  const spent = CREDITS - (await dashboard.account.balance());
  expect(spent).toBeGreaterThan(0);
  expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(spent);
});
