/** Measures how soon the rows of any place of the whole list are painted, in its own order and sorted by amount. */
import type { Page } from "@playwright/test";
import { Chance } from "@/service/ingest/demo/random";
import { type Metric, quantile, round } from "../harness/metric";
import { rowsShown, type Stage, withPage } from "./page";

const JUMPS = 40;
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
      const times: number[] = [];
      for (let jump = 0; jump < JUMPS; jump++) times.push(await jumpTo(page, chance.between(0, 1_000_000) / 1_000_000));
      stage.print(`${what}: ${times.map((ms) => round(ms)).join(" ")}`);
      metrics.push(
        { what: `a place of the whole list ${what}: rows painted, median ms`, value: round(quantile(times, 0.5)) },
        {
          what: `a place of the whole list ${what}: rows painted, p95 ms`,
          value: round(quantile(times, 0.95)),
          budget: { most: 250 },
        },
      );
    }
    return metrics;
  });
}

/** @param share of the list's height */
function jumpTo(page: Page, share: number): Promise<number> {
  return page.getByTestId("table-scroll").evaluate(
    (scroller, share) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight);
        const { top, bottom } = scroller.getBoundingClientRect();
        const look = () => {
          const inView = [...scroller.querySelectorAll("[data-index]")].filter((row) => {
            const box = row.getBoundingClientRect();
            return box.bottom > top && box.top < bottom;
          });
          const painted = inView.length > 5 && inView.every((row) => !row.hasAttribute("data-placeholder"));
          if (painted) resolve(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        // The rows of the former place are still in the document before the first frame.
        requestAnimationFrame(() => requestAnimationFrame(look));
      }),
    share,
  );
}
