/** axe finds nothing: each page, and each thing that floats over one, is checked once. */
import type { Page } from "@playwright/test";
import {
  askForTimeline,
  button,
  check,
  cutTimeline,
  DIALOG,
  expectNoOverflow,
  goTo,
  lookUp,
  openAllOfReference,
  press,
  type State,
  settings,
  someCompanies,
  type Tools,
  type Walks,
} from "./support/axe-states";
import { buyNext, explored, openFeed, quiet, row, rows, sheet, showNext } from "./support/feed";
import { importViews, saveAs, viewsFile } from "./support/saved";
import { expect, test } from "./support/test";

const POPOVER = ":popover-open";
const SHEET = '[data-testid="sheet"]';
const BAR = '[data-testid="feed-bar"]';
const CHARTS = 'section[aria-label="Charts"]';
const BUDGETS = 'aside[aria-label="Budgets and settings"]';

/** A feed with its sheet and every filter open, for which there is room side by side. */
async function openAllOfFeed(page: Page, { openOwned }: Tools, address: string): Promise<void> {
  await openOwned(address);
  await row(page, 1).click();
  await expect(sheet(page)).toContainText(/\D2 of [\d,]+/);
  const closed = page.locator('[data-facets] h3 button[aria-expanded="false"]');
  // A person's presses are tested elsewhere; there are some twelve on each feed.
  while ((await closed.count()) > 0)
    await closed.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  // A control that the edge of the panel cuts is measured as small as what is left of it.
  await page.locator("[data-facets]").evaluate((element) => element.scrollTo(0, 0));
}

const feed = (address: string): State => [address, (page, tools) => openAllOfFeed(page, tools, address)];

const chart = (title: string): State => [
  title,
  (page) => page.getByRole("group", { name: "Chart", exact: true }).getByText(title, { exact: true }).click(),
  CHARTS,
];

/** A saved view, an event that matches it, and its record. */
async function openInbox(page: Page, { stack }: Tools): Promise<void> {
  await importViews(page, [{ name: "Long ago", query: "until=1990-01-01" }]);
  for (const [round, name] of [
    ["seed", "Axwell"],
    ["grant", "Ostermark"],
  ])
    await stack.addEvent(
      JSON.stringify({ kind: "funding", record: { round, announcedAt: "1990-01-01", company: { name } } }),
    );
  await page.goto("/inbox");
  await button(page, /^Reveal funding round: Seed 1 credit/).click();
  await expect(sheet(page)).toContainText("Axwell");
  await expectNoOverflow(page);
}

const PAGES: Walks = {
  funding: [
    [
      "funding",
      async (page, tools) => {
        await openAllOfFeed(page, tools, "/funding?round=seed&countries=US&countries=GB");
        await expect(sheet(page).getByTestId("receipt")).toBeVisible();
        const unmarked = page.locator('[data-marked="false"]').first();
        const index = await unmarked.getAttribute("data-index");
        await unmarked.click();
        await page.keyboard.press("s");
        await expect(row(page, Number(index))).toHaveAttribute("data-marked", "true");
      },
    ],
  ],
  settings: [
    settings("members"),
    [
      "person",
      async (page) => {
        await page.getByTestId("sidebar-person").getByRole("button").first().click();
        const panel = page.getByRole("dialog", { name: "Person and workspace" });
        await expect(panel.getByRole("button", { name: "Sign out" })).toBeVisible();
      },
      POPOVER,
    ],
  ],
};

/** These dialogs are the same at every width. */
const STATES: Walks = {
  "other settings": ["profile", "webhooks", "connections", "sessions"].map(settings),
  "over a feed": [
    [
      "export",
      async (page, { openOwned }) => {
        await openOwned("/funding?enrichedOnly=true");
        await page.getByRole("button", { name: "Export", exact: true }).click();
        await expect(button(page, /^Export 20 rows/)).toBeVisible();
      },
      POPOVER,
    ],
    [
      "copy as",
      async (page) => {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Copy as", exact: true }).click();
        await expect(button(page, "Copy curl")).toBeVisible();
      },
      POPOVER,
    ],
    [
      "save view",
      async (page) => {
        await page.keyboard.press("Escape");
        await button(page, "Save view").click();
        await expect(
          page.getByRole("dialog", { name: "Saved view" }).getByLabel("Name", { exact: true }),
        ).toBeVisible();
      },
      POPOVER,
    ],
    [
      "found companies",
      async (page) => {
        await page.keyboard.press("Escape");
        const name = await row(page, 3).locator('[data-column="company"]').getByTestId("name").textContent();
        await page.getByRole("combobox", { name: "Search loaded rows" }).fill(name ?? "");
        await expect(page.getByRole("listbox", { name: "Companies" }).getByRole("option").first()).toBeVisible();
      },
      BAR,
    ],
  ],
  "other feeds": [feed("/acquisitions"), feed("/exec-moves"), feed("/companies"), feed("/investors")],
  "start and saved views": [
    ["start, first run", goTo("/")],
    ["no saved views", goTo("/views")],
    [
      "start, with a view",
      async (page, { openOwned }) => {
        await openOwned("/funding?round=seed");
        await saveAs(page, "Seed rounds");
        await expect(button(page, "Saved view")).toBeVisible();
        await page.goto("/");
      },
    ],
    [
      "saved views",
      async (page) => {
        await page.goto("/views");
        await page.getByLabel("File of views").setInputFiles(viewsFile([{ name: "One" }, { name: "Two", feed: "x" }]));
        await expect(page.getByRole("row", { name: /One/ })).toBeVisible();
        await button(page, "Rename One").click();
      },
    ],
  ],
  "watchlist and comparison": [
    ["nothing watched", goTo("/watchlist")],
    [
      "watched companies, one with its timeline",
      async (page, { stack }) => {
        const { last } = await someCompanies(stack);
        await page.goto(`/companies/${last.id}`);
        await button(page, /^Load timeline/).click();
        await expect(page.getByTestId("timeline-event").first()).toBeVisible();
        await page.goto("/watchlist");
        await quiet(page);
        const ardea = { id: "01900000-0000-7000-8000-000000000001", name: "Ardea", note: "Call" };
        const text = JSON.stringify([{ id: last.id, name: last.name, domain: last.domain }, ardea]);
        await page
          .getByLabel("File of the watchlist")
          .setInputFiles({ name: "watchlist.json", mimeType: "application/json", buffer: Buffer.from(text) });
        await expect(page.getByRole("row", { name: /Ardea/ })).toBeVisible();
        const known = page.getByRole("row").filter({ hasText: last.name }).locator('[data-cell="events"]').first();
        await expect(known).toHaveText(String(last.price - 1), { useInnerText: true });
      },
    ],
    [
      "comparison",
      async (page, { stack }) => {
        const { last, second } = await someCompanies(stack);
        await page.goto(`/compare?id=${last.id}&id=${second.id}&id=42&include=rumours`);
        await expect(page.getByText('"rumours" is not a kind of event')).toBeVisible();
      },
    ],
    ["look-up", lookUp],
    [
      "an event next to its company",
      async (page, { stack }) => {
        const { last } = await someCompanies(stack);
        await page.goto(`/companies/${last.id}`);
        await button(page, /^(Load timeline|Refresh)/)
          .first()
          .click();
        await page.getByTestId("timeline-event").filter({ hasText: "from" }).first().getByRole("link").first().click();
        await expect(sheet(page).getByTestId("receipt")).toBeVisible();
      },
    ],
    [
      "an investor with a round",
      async (page, { openOwned }) => {
        await openOwned();
        await rows(page)
          .filter({ has: page.getByTestId("name"), hasNot: page.getByText("none named") })
          .first()
          .click();
        await sheet(page).getByTestId("sheet-investors").getByRole("link").first().click();
        await page.getByTestId("record-line").first().getByRole("link").first().click();
        await expect(sheet(page).getByTestId("receipt")).toBeVisible();
      },
    ],
    [
      "a person with a move",
      async (page, { openOwned }) => {
        await openOwned("/exec-moves");
        await row(page, 0).click();
        await sheet(page).getByTestId("sheet-name").getByRole("link").click();
        await page.getByTestId("record-line").first().getByRole("link").first().click();
        await expect(sheet(page).getByTestId("receipt")).toBeVisible();
      },
    ],
    ["no id", goTo("/companies/42")],
  ],
  credits: [
    [
      "credits, a budget reached",
      async (page, { openOwned }) => {
        await openOwned("/funding");
        await page.goto("/credits");
        await button(page, "Edit budgets").click();
        await page.getByLabel("Credits in a day").fill("20");
        await button(page, "Save budgets").click();
        await expect(page.locator('[data-budget="day"]')).toContainText("Reached");
        await expect(page.getByTestId("legend")).toContainText("Funding 20");
      },
    ],
    [
      "budgets edited",
      async (page) => {
        await button(page, "Edit budgets").click();
        await page.getByLabel("Credits in a day").fill("x");
        await button(page, "Save budgets").click();
        await expect(page.getByText("A budget is a whole number of credits from 1 to")).toBeVisible();
      },
      BUDGETS,
    ],
    ["add credits", press("Add credits"), POPOVER],
    [
      "a feed, budget reached",
      async (page, { openOwned }) => {
        await openOwned("/funding");
        await showNext(page).click();
        await expect(
          page.getByRole("alert").filter({ hasText: /budget of 20 credits a day would be exceeded/ }),
        ).toBeVisible();
      },
    ],
  ],
  charts: [
    [
      "Time",
      async (page, { openOwned }) => {
        await openOwned("/funding");
        await expect(page.getByRole("heading", { name: /^Amount per (month|year)$/ })).toBeVisible();
      },
      CHARTS,
    ],
    chart("Round"),
    chart("Country"),
    chart("Industry"),
    chart("Investors"),
  ],
  "a feed's other states": [
    [
      "owned only",
      async (page, { openOwned }) => {
        await openOwned("/funding");
        await page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" }).click();
        await expect(page.getByText("Owned only is on. Nothing spends credits.").first()).toBeVisible();
        await row(page, 1).click();
        await expect(sheet(page).getByTestId("receipt")).toBeVisible();
      },
    ],
    [
      "nothing found",
      async (page) => {
        await page.getByTestId("sidebar").getByRole("switch", { name: "Owned only" }).click();
        await page.goto("/funding?domain=nobody.example&round=seed");
        await expect(page.getByTestId("feed-empty")).toBeVisible();
      },
    ],
    [
      "a bad address",
      async (page) => {
        await page.goto("/acquisitions?rounds=seed");
        await expect(page.getByText("Part of this link was ignored")).toBeVisible();
      },
    ],
    [
      "a view of before",
      async (page) => {
        await page.goto("/views");
        await quiet(page);
        const view = { name: "Of before", query: "round=seed", columns: "company.240!~mood~amount", sort: "mood.up" };
        await page.getByLabel("File of views").setInputFiles(viewsFile([view]));
        await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Of before" }).click();
        await explored(page);
        await expect(page.getByTestId("view-note")).toBeVisible();
      },
    ],
    ["not found", goTo("/no-such-page")],
  ],
  inbox: [
    ["nothing in the inbox", goTo("/inbox")],
    ["inbox, with an event and its sheet", openInbox],
  ],
  reference: [["everything open", openAllOfReference]],
};

const DIALOGS: Walks = {
  dialogs: [
    [
      "a new webhook",
      async (page) => {
        await page.goto("/settings/webhooks");
        await button(page, "New webhook").click();
        await page
          .getByRole("dialog")
          .getByRole("checkbox", { name: /^Funding rounds/ })
          .check();
      },
      DIALOG,
    ],
    [
      "inviting",
      async (page) => {
        await page.goto("/settings/members");
        await button(page, "Invite").click();
      },
      DIALOG,
    ],
    [
      "the new key",
      async (page) => {
        await page.goto("/settings/keys");
        await button(page, "New key").click();
        await page.getByRole("dialog").getByLabel("Name").fill("axe");
        await button(page, "Create key").click();
        await expect(page.getByRole("dialog").locator("code").first()).toBeVisible();
      },
      DIALOG,
    ],
    ["settings, keys", (page) => page.getByRole("button", { name: "Close", exact: true }).last().click()],
    ["revoking", press("Revoke axe"), DIALOG],
    [
      "keys",
      async (page) => {
        await page.goto("/funding");
        await explored(page);
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
      },
      DIALOG,
    ],
    [
      "palette",
      async (page) => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+k");
        await page.keyboard.type("seed ger");
        await expect(page.getByRole("option").first()).toContainText("Germany");
      },
      DIALOG,
    ],
    [
      "palette, nothing",
      async (page) => {
        await page.keyboard.press("Control+a");
        await page.keyboard.type("zzzz");
        await expect(page.getByRole("dialog", { name: "Command palette" })).toContainText("Nothing matches “zzzz”");
      },
      DIALOG,
    ],
  ],
};

const WITH_FEW_CREDITS: Walks = {
  company: [
    [
      "not bought, with what a feed knows",
      async (page) => {
        await openFeed(page, "/funding?enrichedOnly=true");
        await buyNext(page, 20);
        await row(page, 0).click();
        const name = (await row(page, 0).locator('[data-column="company"]').getByTestId("name").textContent()) ?? "";
        await sheet(page).getByRole("link", { name, exact: true }).first().click();
        await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
        await expect(page.getByTestId("purchase-box")).toBeVisible();
      },
    ],
    [
      "bought in part",
      async (page, { stack }) => {
        const { last } = await someCompanies(stack);
        await page.goto(`/companies/${last.id}?include=funding`);
        await quiet(page);
        await button(page, /^Load timeline/).click();
        await expect(page.getByText("You don’t own these events yet")).toBeVisible();
      },
    ],
    ["confirmed before it is cut", askForTimeline, DIALOG],
    ["cut", cutTimeline],
  ],
};

async function openTool(page: Page, tool: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: tool, exact: true }).tap();
}

const ON_A_PHONE: Walks = {
  funding: [
    ["cards", (_page, { openOwned }) => openOwned("/funding?round=seed")],
    [
      "more",
      async (page) => {
        await page.getByRole("button", { name: "More", exact: true }).tap();
        await expect(button(page, "Copy as").last()).toBeVisible();
      },
      POPOVER,
    ],
    [
      "more, export",
      async (page) => {
        await page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Export" }).tap();
        await expect(button(page, /^Export 20 rows/)).toBeVisible();
      },
      POPOVER,
    ],
    ...["Save view", "Copy as", "Sort", "Columns"].map((tool): State => {
      const show = async (page: Page) => {
        await openTool(page, tool);
        // Its code is loaded when it opens.
        await expect(page.getByRole("dialog", { name: "More" }).locator("section > *").first()).toBeVisible();
      };
      return [`more, ${tool}`, show, POPOVER];
    }),
    [
      "charts",
      async (page) => {
        await openTool(page, "Charts");
        await expect(page.getByRole("dialog", { name: "Charts" }).getByTestId("chart")).toBeVisible();
      },
      DIALOG,
    ],
    [
      "selection",
      async (page) => {
        await openTool(page, "Select rows");
        await row(page, 0).tap();
        await expect(page.getByRole("toolbar", { name: "Selected rows" })).toContainText("1 selected");
      },
    ],
    [
      "filters",
      async (page) => {
        await button(page, "Clear the selection").tap();
        await page
          .getByTestId("feed-dock")
          .getByRole("button", { name: /^Filters/ })
          .tap();
        const drawer = page.getByRole("dialog", { name: "Filters" });
        await drawer.getByRole("button", { name: /^Round/ }).tap();
        await expect(drawer.getByText("Series A", { exact: true })).toBeVisible();
      },
      DIALOG,
    ],
    [
      "menu",
      async (page) => {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Menu" }).tap();
        await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      },
      DIALOG,
    ],
    [
      "sheet",
      async (page) => {
        await page.keyboard.press("Escape");
        await row(page, 1).tap();
        await expect(sheet(page)).toContainText(/\D2 of [\d,]+/);
      },
      SHEET,
    ],
  ],
};

test.describe("in a wide window", () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  check(PAGES);
  check(STATES, "@long");
  check(DIALOGS, "@long");

  test.describe("with few credits", () => {
    test.use({ credits: 32 });
    check(WITH_FEW_CREDITS, "@long");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  check(ON_A_PHONE, "@long");
  check(DIALOGS, "@long");
});
