/** A scripted sitting at a feed's page, and its longest interaction: from the press to the next paint. */
import type { Page } from "@playwright/test";
import { quantile, rowsShown, withPage } from "./page";
import type { Figure, Stage } from "./web";

/** The browser's own measure of an interaction counts in steps of 8 ms, from 16 on. */
const LEAST_MS = 16;

export function measureSession(stage: Stage): Promise<Figure[]> {
  return withPage(stage, async (page) => {
    await page.addInitScript((least) => {
      // The type of the options does not know of the threshold.
      const options = { type: "event", buffered: true, durationThreshold: least };
      const longest = new Map<number, number>();
      Reflect.set(window, "interactions", longest);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const id = Number(Reflect.get(entry, "interactionId"));
          if (id > 0) longest.set(id, Math.max(longest.get(id) ?? 0, entry.duration));
        }
      }).observe(options);
    }, LEAST_MS);
    await page.goto("/funding");
    await rowsShown(page);
    const pressed = await sit(page);
    await page.waitForTimeout(500);
    const durations: number[] = await page.evaluate(() => [...Reflect.get(window, "interactions").values()]);
    return [
      { what: "INP: presses in the sitting", figure: pressed, budget: "" },
      { what: "INP: longest, ms", figure: Math.max(0, ...durations), budget: "≤ 200" },
      {
        what: `INP: median of those of ${LEAST_MS} ms or more, ms`,
        figure: quantile([0, ...durations], 0.5),
        budget: "",
      },
    ];
  });
}

/** Goes through what one does all day; answers how many presses that were. */
async function sit(page: Page): Promise<number> {
  const keys = ["j", "j", "j", "k", "Enter", "j", "j", "k", "Escape", "End", "ArrowDown", "Home", "PageDown"];
  const rowAt = (index: number) => page.locator(`[data-index="${index}"]`);
  await rowAt(0).click();
  await page.keyboard.press("Escape");
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(80);
  }
  let pressed = keys.length + 2;
  const closed = page.locator('[data-facets] h3 button[aria-expanded="false"]');
  for (; (await closed.count()) > 0; pressed++) await closed.first().click();
  const searches = page.locator('[data-facets] input[type="search"], [data-facets] [role="searchbox"]');
  for (const field of (await searches.all()).slice(0, 3)) {
    await field.click();
    await page.keyboard.type("so", { delay: 60 });
    await field.fill("");
    pressed += 3;
  }
  // Of what the charts are drawn by; the choices of a measure come and go with it.
  for (const title of await page.locator(".chart-choice").first().locator("label").all()) {
    await title.click();
    await page.waitForTimeout(300);
    pressed++;
  }
  for (const box of (await page.locator('[data-facets] input[type="checkbox"]').all()).slice(0, 4)) {
    await box.click();
    await page.waitForTimeout(900);
    pressed++;
  }
  return pressed;
}
