/** Measures what a first load costs the reader: bytes of script over the wire, and layout shift, which is 0. */
import { type BrowserContext, devices, type Page } from "@playwright/test";
import { getCompanies } from "./support/companies";
import { explored, openFeed, panel, quiet, rows } from "./support/feed";
import { chargedBy, endpoint, send } from "./support/reference";
import { expect, test } from "./support/test";

test.use({ isFirstVisit: true });

/** Bytes over the wire, headers included; 1 kB is 1,000 of them. */
const MOST_SCRIPT = 235_000;
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";
/** This includes Recharts, the charts of a feed and TanStack Virtual, and, where the numbers come after the first paint, all countries. */
const MOST_SCRIPT_WITH_CHARTS = 380_000;

interface Script {
  readonly url: string;
  readonly encoding: string;
  bytes: number;
}

/** Returns every script that the current document of a page fetches, with its bytes over the wire. */
async function watchScripts(page: Page, context: BrowserContext): Promise<ReadonlyMap<string, Script>> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Map<string, Script>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script") return;
    const encoding = response.headers["Content-Encoding"] ?? response.headers["content-encoding"] ?? "none";
    scripts.set(requestId, { url: response.url, encoding, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script !== undefined) script.bytes = encodedDataLength;
  });
  session.on("Page.frameStartedNavigating", ({ navigationType }) => {
    if (navigationType === "differentDocument" || navigationType === "reload") scripts.clear();
  });
  await session.send("Page.enable");
  return scripts;
}

const sum = (scripts: readonly Script[]) => scripts.reduce((total, { bytes }) => total + bytes, 0);

function expectFirstLoad(scripts: readonly Script[]): void {
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => script.bytes > 2_000 && script.encoding !== "br")).toEqual([]);
  // An empty page of this stack takes more than half of it: less means that something was not counted.
  expect(sum(scripts)).toBeGreaterThan(100_000);
  expect(sum(scripts)).toBeLessThanOrEqual(MOST_SCRIPT);
}

test(
  "JavaScript of the first load of /reference is at most 235 kB over the wire",
  { tag: "@long" },
  async ({ page, context }, info) => {
    const scripts = await watchScripts(page, context);
    await page.goto("/reference");
    await quiet(page);
    const all = [...scripts.values()];
    info.annotations.push({ type: "bytes", description: `${sum(all)} in ${all.length} scripts` });
    expectFirstLoad(all);
  },
);

test("JavaScript of the first load of /funding is at most 235 kB over the wire; the charts' comes after the rows", async ({
  page,
  context,
}, info) => {
  const scripts = await watchScripts(page, context);
  await page.addInitScript(() => {
    const rows = new MutationObserver(() => {
      if (document.querySelector("[data-index]") === null) return;
      rows.disconnect();
      // What is fetched for the rows begins in an idle moment after this, which on a busy machine may precede their frame.
      Reflect.set(window, "rowsRenderedAt", performance.now());
    });
    rows.observe(document, { subtree: true, childList: true });
  });
  // On a loaded machine rows may come after the page, which then fetches them with more scripts.
  await expect(async () => {
    const response = page.waitForResponse((one) => one.request().isNavigationRequest());
    await openFeed(page);
    expect(await (await response).text()).toContain('data-index="0"');
  }).toPass();
  await expect(page.getByRole("region", { name: "Charts" }).getByRole("application")).toBeVisible();
  await quiet(page);
  const after = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime > Reflect.get(window, "rowsRenderedAt"))
      .map(({ name }) => name),
  );
  const all = [...scripts.values()];
  const [first, later] = [true, false].map((early) => all.filter(({ url }) => early !== after.includes(url)));
  const described = `${sum(first ?? [])} in ${first?.length} scripts, later ${sum(later ?? [])} in ${later?.length}`;
  info.annotations.push({ type: "bytes", description: described });
  expectFirstLoad(first ?? []);
  expect(sum(later ?? [])).toBeGreaterThan(50_000);
  expect(sum(all)).toBeLessThanOrEqual(MOST_SCRIPT_WITH_CHARTS);

  // Each is compiled on another thread than the page's (scripts/finish-scripts.mjs).
  const beginnings = await Promise.all(
    all.map(async ({ url }) => ({
      url,
      text: (await (await page.request.get(url)).text()).slice(0, COMPILE_HINT.length),
    })),
  );
  expect(beginnings).toEqual(all.map(({ url }) => ({ url, text: COMPILE_HINT })));
});

interface Shift {
  readonly value: number;
  readonly input: boolean;
  readonly moved: readonly string[];
}

/** Notes every layout shift from the first paint on. */
async function noteShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Reflect.set(window, "layoutShifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: unknown = Reflect.get(entry, "sources");
        const nodes = Array.isArray(sources) ? sources.map(({ node }) => node) : [];
        shifts.push({
          value: Reflect.get(entry, "value"),
          input: Reflect.get(entry, "hadRecentInput"),
          moved: nodes.map((node) =>
            node instanceof Element
              ? node.outerHTML.slice(0, 120)
              : `text in ${node?.parentElement?.outerHTML.slice(0, 120)}`,
          ),
        });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "layoutShifts"));
}

for (const [width, height, isPhone, isLong] of [
  [390, 844, true, true],
  [390, 844, false, false],
  [1280, 800, false, false],
  [1440, 900, false, true],
  [1920, 1080, false, true],
] as const) {
  test.describe(`at ${width} × ${height}${isPhone ? " on a phone" : ""}`, { tag: isLong ? "@long" : [] }, () => {
    // The server expects cards of a phone's browser, and a wide window of another: it is wrong about a narrow one.
    const { userAgent } = devices["Pixel 7"];
    test.use({ viewport: { width, height }, ...(isPhone && { userAgent }) });

    test("no layout shift: on load, when rows arrive, after a filter, with the sheet", async ({ page, openOwned }) => {
      const shifts = await noteShifts(page);
      await openFeed(page);
      expect(await shifts()).toEqual([]);
      await openOwned();
      expect(await shifts()).toEqual([]);

      if (width > 767) {
        await panel(page).getByRole("checkbox", { name: "United States" }).check();
        await expect(page).toHaveURL(/countries=US$/);
        await explored(page);
      }
      await rows(page)
        .filter({ has: page.getByTestId("name") })
        .first()
        .click();
      await expect(page.getByTestId("sheet")).toBeVisible();
      await quiet(page);
      // A shift within 500 ms of a click is caused by the click and does not count; all others count.
      expect((await shifts()).filter((shift) => !shift.input)).toEqual([]);
    });

    test("no layout shift in the reference: on load, and when a response replaces the example", {
      tag: "@long",
    }, async ({ page }) => {
      const shifts = await noteShifts(page);
      await page.goto("/reference");
      await quiet(page);
      expect(await shifts()).toEqual([]);
      const section = endpoint(page, "Acquisitions");
      await send(section).scrollIntoViewIfNeeded();
      const boxes = () =>
        page.getByTestId("reference-section").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      const before = await boxes();
      for (const output of ["2 credits charged", "owned"]) {
        // Playwright scrolls a control about while it waits for it: within a double press it is disabled.
        await expect(send(section)).toBeEnabled();
        await send(section).click();
        await expect(section.getByRole("status")).toContainText(output);
        await quiet(page);
        expect(await boxes()).toEqual(before);
      }
      expect(await chargedBy(section)).toBe(0);
      expect((await shifts()).filter((shift) => !shift.input)).toEqual([]);
    });
  });
}

test("no layout shift on the page of a company that is owned", { tag: "@long" }, async ({ page, stack }) => {
  const [company] = await getCompanies(stack);
  await page.goto(`/companies/${company?.id}`);
  await page.getByRole("button", { name: /^Load timeline/ }).click();
  await expect(page.getByTestId("company-metrics")).toBeVisible();
  const shifts = await noteShifts(page);
  await page.reload();
  await expect(page.getByTestId("record-report")).toBeVisible();
  await quiet(page);
  expect(await shifts()).toEqual([]);
});

test("the shift observer detects a shift", { tag: "@long" }, async ({ page }) => {
  const shifts = await noteShifts(page);
  await page.goto("/icon.svg");
  await openFeed(page);
  await page.evaluate(() => {
    const block = document.createElement("div");
    block.style.height = "200px";
    document.body.prepend(block);
  });
  await expect.poll(async () => (await shifts()).length).toBeGreaterThan(0);
});
