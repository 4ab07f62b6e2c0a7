/** Scripts a session on a feed's page, and finds its longest interactions: from the press to the next paint. */
import type { Page } from "@playwright/test";
import { type Metric, median, quantile, round } from "../harness/metric";
import { pageWork, rowsShown, type Stage, withPage } from "./page";

/** The browser's own measure of an interaction counts in steps of 8 ms, from 16 on. */
const LEAST_MS = 16;
const MOST_MS = 100;
/** This many of the longest are printed with their names. */
const REPORTED_INTERACTIONS = 3;
/** The median of the sessions counts: another program's burst is not an interaction of ours. */
const SESSIONS = 3;

interface Interaction {
  readonly name: string;
  readonly duration: number;
  /** Handlers and their rendering took this part of the duration. */
  readonly working: number;
}

interface Session {
  readonly pressed: number;
  /** The page uses this processor time for each press, in ms. */
  readonly worked: number;
  /** The longest comes first. */
  readonly found: readonly Interaction[];
}

export async function measureSession(stage: Stage): Promise<Metric[]> {
  const sessions: Session[] = [];
  for (let time = 0; time < SESSIONS; time++) {
    const session = await withPage(stage, runSession);
    stage.print(
      `Session ${time + 1} of ${SESSIONS}: ${session.found.slice(0, REPORTED_INTERACTIONS).map(report).join("; ")}`,
    );
    sessions.push(session);
  }
  const longest = sessions.map(({ found }) => found[0]?.duration ?? 0);
  const all = sessions.flatMap(({ found }) => found.map((one) => one.duration));
  return [
    { what: "/funding: presses in a session", value: sessions[0]?.pressed ?? 0 },
    {
      what: `/funding: longest interaction, median of ${SESSIONS} sessions, ms`,
      value: quantile(longest, 0.5),
      budget: { most: MOST_MS },
    },
    { what: `/funding: longest interaction of all ${SESSIONS} sessions, ms`, value: Math.max(...longest) },
    {
      what: "/funding: processor time of the page for each press, ms",
      value: round(median(sessions.map(({ worked }) => worked)), 1),
    },
    { what: `/funding: median of interactions of ${LEAST_MS} ms or more, ms`, value: quantile([0, ...all], 0.5) },
  ];
}

function report({ name, duration, working }: Interaction): string {
  return `${name} ${duration} ms (${working} of them work)`;
}

async function runSession(page: Page): Promise<Session> {
  await page.addInitScript((least) => {
    // The type of the options does not know of the threshold.
    const options = { type: "event", buffered: true, durationThreshold: least };
    const longest = new Map<number, Interaction>();
    Reflect.set(window, "interactions", longest);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id = Number(Reflect.get(entry, "interactionId"));
        if (id === 0) continue;
        // A press has several events: it has the work of all, and the name of the longest.
        const known = longest.get(id);
        const target = Reflect.get(entry, "target");
        const args = target instanceof Element ? (target.closest("label") ?? target).textContent?.slice(0, 30) : "";
        const working = Math.round(
          Number(Reflect.get(entry, "processingEnd")) - Number(Reflect.get(entry, "processingStart")),
        );
        longest.set(id, {
          name: known !== undefined && working <= known.working ? known.name : `${entry.name} on "${args}"`,
          duration: Math.max(entry.duration, known?.duration ?? 0),
          working: working + (known?.working ?? 0),
        });
      }
    }).observe(options);
  }, LEAST_MS);
  await page.goto("/funding");
  await rowsShown(page);
  const work = await pageWork(page);
  const pressed = await pressThrough(page);
  await page.waitForTimeout(500);
  const worked = (await work()) / pressed;
  const found: Interaction[] = await page.evaluate(() => [...Reflect.get(window, "interactions").values()]);
  return { pressed, worked, found: found.toSorted((a, b) => b.duration - a.duration) };
}

/** Uses the page as people do all day; returns the number of presses. */
async function pressThrough(page: Page): Promise<number> {
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
  // Charts are folded until they are wanted. The choices of a measure change with the drawn charts.
  const charts = page.getByRole("region", { name: "Charts" }).getByRole("button", { expanded: false });
  if ((await charts.count()) > 0) {
    await charts.first().click();
    pressed++;
  }
  const titles = page.getByRole("group", { name: "Chart", exact: true }).locator("label");
  await titles.first().waitFor();
  for (const title of await titles.all()) {
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
