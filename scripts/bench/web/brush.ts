/** Measures the frames while a person drags over the periods of the chart of all events, which requests nothing. */
import { type Metric, round } from "../harness/metric";
import { countFrames } from "./many-rows";
import { rowsShown, type Stage, withPage } from "./page";

/** The feed is read by then (ms), and the page is opened again after a shorter time. */
const READ_MS = 240_000;
const TRY_MS = 20_000;
const STEP_PX = 9;

export function measureBrush(stage: Stage): Promise<Metric[]> {
  return withPage(stage, async (page) => {
    await page.goto("/icon.svg");
    const blank = await countFrames(page);
    const strip = page.getByRole("region", { name: "Charts" });
    const caption = strip.getByText(/matching rows/).first();
    // A page whose summary failed while the service still read the feed does not request it again.
    for (const latest = Date.now() + READ_MS; !(await caption.isVisible()); ) {
      if (Date.now() > latest) throw new Error("The chart has no summary.");
      await page.goto("/funding");
      await rowsShown(page);
      await caption.waitFor({ timeout: TRY_MS }).catch(() => undefined);
    }
    const periods = strip.getByRole("application").getByRole("button");
    const [first, last] = [await periods.first().boundingBox(), await periods.last().boundingBox()];
    if (first === null || last === null) throw new Error("The chart has no periods.");
    let requests = 0;
    page.on("request", () => requests++);
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
