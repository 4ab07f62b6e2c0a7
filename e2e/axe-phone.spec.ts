/** axe finds nothing on a phone, page by page. */
import {
  askForTimeline,
  check,
  cutTimeline,
  expectNoOverflow,
  lookUp,
  openAllOfReference,
  settings,
  someCompanies,
  type Walks,
} from "./support/axe-states";
import { quiet } from "./support/feed";
import { test } from "./support/test";

const ON_A_PHONE: Walks = {
  "cards of the other feeds": ["/exec-moves", "/companies", "/investors"].map((address) => [
    address,
    (_page, { openOwned }) => openOwned(address),
  ]),
  credits: [
    [
      "credits",
      async (page, { openOwned }) => {
        await openOwned("/funding");
        await page.goto("/credits");
      },
    ],
  ],
  reference: [
    [
      "everything open",
      async (page) => {
        await openAllOfReference(page);
        await page.getByText("On this page").click();
      },
    ],
  ],
  settings: ["keys", "members", "profile", "connections", "sessions"].map(settings),
};

const ON_A_PHONE_WITH_FEW_CREDITS: Walks = {
  companies: [
    ["look-up", lookUp],
    [
      "comparison",
      async (page, { stack }) => {
        const { last, second } = await someCompanies(stack);
        await page.goto(`/compare?id=${last.id}&id=${second.id}&id=42`);
        await quiet(page);
        await expectNoOverflow(page);
      },
    ],
    [
      "a cut timeline",
      async (page, tools) => {
        await askForTimeline(page, tools);
        await cutTimeline(page);
      },
    ],
  ],
};

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  check(ON_A_PHONE, "@long");

  test.describe("with few credits", () => {
    test.use({ credits: 12 });
    check(ON_A_PHONE_WITH_FEW_CREDITS, "@long");
  });
});
