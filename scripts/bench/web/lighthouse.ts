/** Lighthouse over a feed's page, as a desktop and as a telephone: the median of several runs. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "../load";
import { round } from "./page";
import type { Figure, Stage } from "./web";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const FORMS = ["desktop", "mobile"] as const;
const BUDGETS: Readonly<Record<(typeof FORMS)[number], Readonly<Record<string, string>>>> = {
  desktop: { performance: "≥ 98", accessibility: "100", "best-practices": "100" },
  mobile: { performance: "≥ 90" },
};
const ADDRESS = "/funding";
const MOST_MS = 180_000;

export async function measureLighthouse({ chromium, url, options, say }: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const form of FORMS) {
    const runs: Report[] = [];
    for (let run = 0; run < options.runs; run++) {
      say(`Lighthouse, ${form}, ${run + 1} of ${options.runs}`);
      runs.push(await report(chromium, `${url}${ADDRESS}`, form));
    }
    for (const category of CATEGORIES)
      figures.push({
        what: `${ADDRESS}: Lighthouse ${form}, ${category}`,
        figure: round(100 * median(runs.map((one) => one.categories[category].score))),
        budget: BUDGETS[form][category] ?? "",
      });
    const shifts = runs.map((one) => one.audits["cumulative-layout-shift"].numericValue);
    figures.push({ what: `${ADDRESS}: Lighthouse ${form}, CLS`, figure: round(median(shifts), 5), budget: "0" });
  }
  return figures;
}

interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number }>>;
  readonly audits: { readonly "cumulative-layout-shift": { readonly numericValue: number } };
}

async function report(chromium: string, url: string, form: (typeof FORMS)[number]): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      path.join(ROOT, "node_modules/lighthouse/cli/index.js"),
      url,
      "--output=json",
      "--quiet",
      `--only-categories=${CATEGORIES.join(",")}`,
      ...(form === "desktop" ? ["--preset=desktop"] : []),
      `--chrome-flags=--headless=new${process.getuid?.() === 0 ? " --no-sandbox" : ""}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 1 << 28, timeout: MOST_MS },
  );
  return JSON.parse(stdout);
}
