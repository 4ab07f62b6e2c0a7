/** Measures how soon the rows of any place of the whole list are painted, in its own order and sorted by amount. */
import type { Page } from "@playwright/test";
import { Chance } from "@/service/ingest/demo/random";
import { describeTimes, getQuantiles, type Metric, round } from "../harness/metric";
import { rowsShown, type Stage, withPage } from "./page";

const JUMPS = 40;
/** A place that is not painted by then (ms) fails the measurement; the first one waits until the feed was read. */
const LATEST_MS = { first: 120_000, next: 10_000 };
const ORDERS = [
  ["in the list's order", "/funding"],
  ["by amount", "/funding?order=amount.descending"],
] as const;

export function measurePlaces(stage: Stage): Promise<Metric[]> {
  return withPage(stage, async (page) => {
    const chance = new Chance(20_261_126);
    const metrics: Metric[] = [];
    for (const [what, address] of ORDERS) {
      await page.goto(address);
      await rowsShown(page);
      await jumpTo(page, 0.5, LATEST_MS.first);
      const times: number[] = [];
      for (let jump = 0; jump < JUMPS; jump++)
        times.push(await jumpTo(page, chance.between(0, 1_000_000) / 1_000_000, LATEST_MS.next));
      stage.print(`${what}: ${times.map((ms) => round(ms)).join(" ")}`);
      const name = `a place of the whole list ${what}: rows painted`;
      metrics.push(...describeTimes(name, getQuantiles(times), { budget: { most: 250 } }));
    }
    return metrics;
  });
}

/** @param share of the list's height */
function jumpTo(page: Page, share: number, latest: number): Promise<number> {
  return page.getByTestId("table-scroll").evaluate(
    (scroller, { share, latest }) =>
      new Promise<number>((resolve, reject) => {
        const startedAt = performance.now();
        scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight);
        const { top, bottom } = scroller.getBoundingClientRect();
        const look = () => {
          const inView = [...scroller.querySelectorAll("[data-index]")].filter((row) => {
            const box = row.getBoundingClientRect();
            return box.bottom > top && box.top < bottom;
          });
          const painted = inView.length > 5 && inView.every((row) => !row.hasAttribute("data-placeholder"));
          const ms = performance.now() - startedAt;
          if (painted) resolve(ms);
          else if (ms < latest) requestAnimationFrame(look);
          else {
            const rows = inView.map(
              (row) => `${row.getAttribute("data-index")}${row.hasAttribute("data-placeholder") ? " missing" : ""}`,
            );
            reject(new Error(`share ${share}, scrolled ${scroller.scrollTop}: ${rows.join(", ")}`));
          }
        };
        // The rows of the former place are still in the document before the first frame.
        requestAnimationFrame(() => requestAnimationFrame(look));
      }),
    { share, latest },
  );
}
