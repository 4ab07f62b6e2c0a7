/** The API reference as a page: what it names, the documents next to it, and room for all of it. */
import { FEEDS, parameterNames } from "@dealflow/contract/feeds";
import { expectClean } from "./support/axe";

import { endpoint, LISTS, ONE, openReference, SEVERAL } from "./support/reference";
import { expect, test } from "./support/test";

test("is reached from the navigation, and names every endpoint with each of its parameters", { tag: "@long" }, async ({
  page,
  openOwned,
}) => {
  await openOwned("/funding");
  await page.getByTestId("sidebar").getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL(/\/reference$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  for (const [index, { path }] of [
    FEEDS.funding,
    FEEDS.acquisitions,
    FEEDS.execMoves,
    FEEDS.companies,
    FEEDS.investors,
  ].entries())
    await expect(endpoint(page, LISTS[index] ?? "")).toContainText(`GET ${path}`);
  for (const [name, feed] of [
    ["Funding rounds", FEEDS.funding],
    ["Companies", FEEDS.companies],
  ] as const)
    expect(await endpoint(page, name).getByTestId("parameter-name").allTextContents()).toEqual(parameterNames(feed));
  await expect(endpoint(page, ONE)).toContainText("GET /v1/companies/timeline");
  await expect(endpoint(page, SEVERAL)).toContainText("POST /v1/companies/timeline");
  for (const name of ["openapi.json", "agents.md", "llms.txt"])
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/${name}`);
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Rate limits" }).click();
  await expect(page.getByRole("heading", { name: "Rate limits" })).toBeInViewport();
  await expect(contents.getByRole("link", { name: "Rate limits" })).toHaveAttribute("aria-current", "true");
});

test("nothing is wider than the window, from 360 to 3,840", { tag: "@long" }, async ({ page }) => {
  await openReference(page);
  for (const width of [360, 390, 768, 1100, 1280, 1920, 3840]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.getByRole("region", { name: "Reference", exact: true }).evaluate((scroller) => {
      const edge = scroller.getBoundingClientRect().right;
      // Text for screen readers alone is clipped away.
      const isClipped = (element: Element): boolean =>
        getComputedStyle(element).clipPath !== "none" ||
        (element.parentElement !== null && element.parentElement !== scroller && isClipped(element.parentElement));
      const inner = [...scroller.querySelectorAll("*")].filter(
        (element) => element.closest("pre, select") === null && !isClipped(element),
      );
      return [
        scroller.scrollWidth - scroller.clientWidth,
        ...inner
          .filter((element) => element.getBoundingClientRect().right > edge + 0.5)
          .map((element) => element.outerHTML.slice(0, 120)),
      ];
    });
    expect(wide, String(width)).toEqual([0]);
  }
});

test("is open to visitors, who compose requests and are asked to sign in before they send one", async ({
  browser,
  dashboard,
}) => {
  const context = await browser.newContext({ baseURL: dashboard.url });
  const page = await context.newPage();
  const purchases = await openReference(page);
  await expect(page).toHaveURL(/\/reference$/);
  const rounds = endpoint(page, LISTS[0]);
  await rounds.getByLabel("limit", { exact: true }).fill("7");
  await expect(rounds).toContainText("limit=7");
  await expect(page.getByRole("button", { name: /^Send / })).toHaveCount(0);
  await rounds.getByRole("button", { name: /^Show all .* country codes$/ }).click();
  await expect(rounds.getByRole("region", { name: "Country codes" })).toContainText("Germany");
  await expectClean(page, "/reference, as a visitor");
  await rounds.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Freference$/);
  expect(purchases).toEqual([]);
  const robots = await context.request.get("/robots.txt");
  expect(await robots.text()).toBe(
    "User-Agent: *\nAllow: /reference\nAllow: /openapi.json\nAllow: /agents.md\nAllow: /llms.txt\n" +
      "Allow: /.well-known/mcp/server-card.json\nAllow: /mcp/server-card\nAllow: /_next/static/\nDisallow: /\n\n",
  );
  await context.close();
});
