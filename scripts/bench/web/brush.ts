/** Measures the frames while a person drags over the periods of the chart of all events, which requests nothing. */
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { type Metric, round } from "../harness/metric";
import { countFrames } from "./many-rows";
import { rowsShown, type Stage, withPage } from "./page";

/** The service has read the feed by then (ms), and the page requests its summary until that succeeds. */
const READ_MS = 240_000;
const STEP_PX = 9;

export function measureBrush(stage: Stage): Promise<Metric[]> {
  return withPage(stage, async (page) => {
    await page.goto("/icon.svg");
    const blank = await countFrames(page);
    const strip = page.getByRole("region", { name: "Charts" });
    const caption = strip.getByText(/matching rows/).first();
    await page.goto("/funding");
    await rowsShown(page);
    await caption.waitFor({ timeout: READ_MS });
    const periods = strip.getByRole("application").getByRole("button");
    const [first, last] = [await periods.first().boundingBox(), await periods.last().boundingBox()];
    if (first === null || last === null) throw new Error("The chart has no periods.");
    let requests = 0;
    // Scripts may still be on their way.
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith(PAGE_ROUTE)) requests++;
    });
    const [left, right, y] = [first.x + first.width / 2, last.x + last.width / 2, first.y + first.height / 2];
    await page.mouse.move(left, y);
    await page.mouse.down();
    let isCounting = true;
    const counted = countFrames(page).finally(() => {
      isCounting = false;
    });
    for (let moved = 0; isCounting; moved += STEP_PX) {
      // The pointer goes from one end to the other and back.
      const way = moved % (2 * (right - left));
      await page.mouse.move(left + Math.min(way, 2 * (right - left) - way), y);
    }
    const { frames, longest } = await counted;
    return [
      { what: "brushing the chart: frames/s", value: round(frames, 1), budget: { least: 55 } },
      { what: "brushing the chart: frames/s, of a blank page's", value: round(frames / blank.frames, 2) },
      { what: "brushing the chart: longest frame, ms", value: round(longest) },
      { what: "brushing the chart: requests", value: requests, budget: { most: 0 } },
    ];
  });
}
