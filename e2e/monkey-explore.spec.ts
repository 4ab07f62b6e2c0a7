/** Random interaction where rows are free, as it is installed: what is spent is what priced presses and previews said. */
import { LIMIT } from "@dealflow/contract/feeds";
import { CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import { buyNext, openFeed, quiet } from "./support/feed";
import { createMonkey, expectWithin, seeded } from "./support/monkey";
import { expect, test } from "./support/test";

/** `npm test` does a few of them. */
const [ACTS, SEED] = process.env.DEALFLOW_LONG === "1" ? [1_000, 20_261_123] : [8, 20_261_103];
/** A changed filter rests for less than this. */
const REST_MS = 650;

test.use({ credits: 50_000 });

test(`${ACTS} random acts spend what was bought on purpose`, async ({ page, context, stack }) => {
  test.setTimeout(ACTS * 6_000);
  // It may sign out and use the demo account: what counts is what all workspaces spend.
  const spentBefore = await stack.spent();
  const charged: number[] = [];
  page.on("response", (response) => {
    const intent = response.request().headers()["x-dealflow-intent"];
    if (intent === "buy" || intent === "refresh")
      charged.push(Number(response.headers()[CREDITS_USED_HEADER.toLowerCase()] ?? 0));
  });
  await page.clock.install();
  await openFeed(page);
  // On a slow machine an act may find its control too late to press it: this purchase is certain.
  await buyNext(page, LIMIT.default);
  // Filters, links and scrolling are free unless the person chose that a changed filter shows its first rows.
  const showsByItself = async () =>
    (await context.cookies()).some(({ name, value }) => name === "auto-show" && value === "on");
  const act = createMonkey(page, seeded(SEED), async () => ((await showsByItself()) ? LIMIT.default : 0));
  const path: string[] = [];
  const settled = async () => {
    // History may lead out of the dashboard.
    if (new URL(page.url()).protocol === "about:") await page.goto("/funding");
    await quiet(page);
  };
  for (let created = 0; created < ACTS; created++) {
    await settled();
    const before = await stack.spent();
    const done = await act();
    path.push(done.name);
    await settled();
    await page.clock.fastForward(REST_MS);
    await settled();
    expectWithin((await stack.spent()) - before, done, path);
  }
  const spent = (await stack.spent()) - spentBefore;
  expect(spent).toBeGreaterThan(0);
  expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(spent);
});
