/**
 * Random interaction: with any presses in any order, the credits spent are the records that
 * were requested, and no act spends more than its control said.
 */

import { CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import type { Page } from "@playwright/test";
import { quiet } from "../support/feed";
import { createMonkey, expectWithin, seeded } from "../support/monkey";
import { expect, test } from "../support/test";

const SEED = 20_261_121;
const ACTS = 1_000;
/** A changed filter rests for less than this. */
const REST_MS = 650;

interface Sold {
  readonly credits: number;
  readonly records: number;
}

/** Every response to a request that may buy reported this, with its records. */
function watchSales(page: Page): Sold[] {
  const sold: Sold[] = [];
  page.on("response", async (response) => {
    const intent = response.request().headers()["x-dealflow-intent"];
    if (intent !== "buy" && intent !== "refresh") return;
    const credits = Number(response.headers()[CREDITS_USED_HEADER.toLowerCase()] ?? 0);
    const result: unknown = await response.json().catch(() => null);
    // What was bought before is sent again for free.
    sold.push({ credits, records: credits > 0 ? recordsIn(result) : 0 });
  });
  return sold;
}

function recordsIn(result: unknown): number {
  if (typeof result !== "object" || result === null || !("data" in result)) return 0;
  if (Array.isArray(result.data)) return result.data.length;
  // A timeline has the company and its events.
  const { data } = result;
  const events = typeof data === "object" && data !== null && "events" in data ? data.events : [];
  return 1 + (Array.isArray(events) ? events.length : 0);
}

// Over our own host where every view costs what its records cost.
test.use({ credits: 50_000, serviceSettings: { FREE_EXPLORE: "off", PAY_ONCE_DAYS: "0" } });

test(`${ACTS} random acts spend what they requested`, { tag: "@long" }, async ({ page, stack }) => {
  test.setTimeout(ACTS * 6_000);
  // It may sign out and use the demo account: what counts is what all workspaces spend.
  const spentBefore = await stack.spent();
  const sold = watchSales(page);
  await page.clock.install();
  await page.goto("/funding");
  const act = createMonkey(page, seeded(SEED));
  const path: string[] = [];
  for (let created = 0; created < ACTS; created++) {
    await settled(page);
    const before = await stack.spent();
    const done = await act();
    path.push(done.name);
    await settled(page);
    await page.clock.fastForward(REST_MS);
    await settled(page);
    expectWithin((await stack.spent()) - before, done, path);
  }
  const spent = (await stack.spent()) - spentBefore;
  expect(spent).toBeGreaterThan(0);
  expect(sold.reduce((sum, { credits }) => sum + credits, 0)).toBe(spent);
  expect(sold.reduce((sum, { records }) => sum + records, 0)).toBe(spent);
});

async function settled(page: Page): Promise<void> {
  // History may lead out of the dashboard.
  if (new URL(page.url()).protocol === "about:") await page.goto("/funding");
  await quiet(page);
}
