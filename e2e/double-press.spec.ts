/** A second press within half a second of the first is one press, on any control. Credits are counted. */
import type { Locator, Page } from "@playwright/test";
import { getCompanies } from "./support/companies";
import { openFeed, owned, quiet, row, showNext, watchPurchases } from "./support/feed";
import { repeatKey, rest } from "./support/gestures";
import { endpoint, LISTS, openReference, outcome, send } from "./support/reference";
import { expect, test } from "./support/test";

/** This is long after any press. */
const LATER = 600;

/** Two presses of the mouse where the control stands now, so many ms apart, even when another control is there by then. */
async function pressTwice(page: Page, control: Locator, apart: number): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error("the control is not in sight");
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: "left" } as const;
  const first = Date.now();
  // Each carries its time, however slow the machine is: the page has done with the first one when the second comes.
  for (const [at, clickCount] of [
    [first, 1],
    [first + apart, 2],
  ] as const) {
    for (const type of ["mousePressed", "mouseReleased"] as const)
      await session.send("Input.dispatchMouseEvent", { ...place, type, clickCount, timestamp: at / 1000 });
    if (clickCount === 1) await rest(page, apart);
  }
  await session.detach();
}

test("“Reveal 20” buys 20 rows for a double press, by mouse and by key, and the next ones later", async ({
  page,
  dashboard,
}) => {
  const purchases = watchPurchases(page);
  await openFeed(page);
  let times = 0;
  const boughtOnce = async () => {
    times++;
    await owned(page, 20 * times);
    await rest(page, LATER);
    await quiet(page);
    await owned(page, 20 * times);
    expect(purchases).toHaveLength(times);
    expect(await dashboard.account.balance()).toBe(1_000 - 20 * times);
  };
  for (const apart of [0, 120, 450]) {
    await expect(showNext(page)).toBeEnabled();
    await pressTwice(page, showNext(page), apart);
    await boughtOnce();
  }
  await showNext(page).focus();
  await repeatKey(page, "Enter", 20);
  await boughtOnce();
});

test("a double press on the purchase of selected rows presses none of the actions that take its place", async ({
  page,
  dashboard,
}) => {
  await openFeed(page, "/funding?enrichedOnly=true");
  for (const index of [0, 1]) await row(page, index).click({ modifiers: ["ControlOrMeta"] });
  const selection = page.getByRole("toolbar", { name: "Selected rows" });
  await pressTwice(page, selection.getByRole("button", { name: "Reveal 2 2 credits" }), 450);
  await expect(row(page, 1).getByTestId("name")).toBeVisible();
  await rest(page, LATER);
  await quiet(page);
  await expect(page).toHaveURL(/\/funding\?enrichedOnly=true$/);
  await expect(selection.getByRole("button", { name: /^Watch \d/ })).toHaveText("Watch");
  expect(await dashboard.account.balance()).toBe(998);
});

test("while its rows are on their way the button ignores presses", { tag: "@long" }, async ({ page, dashboard }) => {
  const purchases = watchPurchases(page);
  await openFeed(page);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname.startsWith("/api/"),
    async (route) => {
      if (route.request().headers()["x-dealflow-intent"] === "buy") await released;
      await route.continue();
    },
  );
  await showNext(page).click();
  await expect.poll(() => purchases.length).toBe(1);
  await rest(page, LATER);
  await showNext(page).dispatchEvent("click");
  release();
  await owned(page, 20);
  await quiet(page);
  expect(purchases).toHaveLength(1);
  expect(await dashboard.account.balance()).toBe(980);
});

test("a timeline, a comparison and a request are each bought once", async ({ page, dashboard, stack }) => {
  const companies = await getCompanies(stack);
  const [one, other] = companies.slice(-2);
  if (one === undefined || other === undefined) throw new Error("the market has companies");
  const purchases = watchPurchases(page);
  const boughtOnce = async () => {
    await rest(page, LATER);
    await quiet(page);
    expect(purchases.splice(0)).toHaveLength(1);
  };
  await page.goto(`/companies/${one.id}`);
  await quiet(page);
  await pressTwice(page, page.getByRole("button", { name: /^Load timeline/ }), 120);
  await expect(page.getByTestId("timeline-event")).toHaveCount(one.price - 1);
  await boughtOnce();
  await page.goto(`/compare?id=${other.id}`);
  await quiet(page);
  await pressTwice(page, page.getByRole("button", { name: /^Load 1 timeline/ }), 120);
  await expect(page.getByText("You already own all of these.")).toBeVisible();
  await boughtOnce();

  await openReference(page);
  const section = endpoint(page, LISTS[0]);
  await section.getByRole("textbox", { name: "limit" }).fill("2");
  await pressTwice(page, send(section), 120);
  await expect(outcome(section)).toHaveText("200 · 2 credits charged");
  await boughtOnce();
  expect(await dashboard.account.balance()).toBe(998 - one.price - other.price);
});
