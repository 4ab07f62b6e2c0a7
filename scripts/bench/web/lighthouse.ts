/** Runs Lighthouse over a feed's page, as a desktop and as a telephone, and takes the median of several runs. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { freePort } from "@/scripts/test-runner/free-port";
import { type Budget, type Metric, median, round } from "../harness/metric";
import { type Stage, sessionCookie } from "./page";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const FORMS = ["desktop", "mobile"] as const;
const BUDGETS: Readonly<Record<(typeof FORMS)[number], Readonly<Record<string, Budget>>>> = {
  desktop: { performance: { least: 98 }, accessibility: { least: 100 }, "best-practices": { least: 100 } },
  mobile: { performance: { least: 90 } },
};
/** These audits have a budget, or explain the score of performance. */
const AUDITS = [
  { audit: "cumulative-layout-shift", words: "CLS", digits: 5, budget: { most: 0 } },
  { audit: "largest-contentful-paint", words: "largest paint, ms", digits: 0, budget: undefined },
  { audit: "total-blocking-time", words: "blocked, ms", digits: 0, budget: undefined },
] as const;
const ADDRESS = "/funding";
const MOST_MS = 180_000;

export async function measureLighthouse(stage: Stage): Promise<Metric[]> {
  const { options, print } = stage;
  const metrics: Metric[] = [];
  for (const form of FORMS) {
    const runs: Report[] = [];
    for (let run = 0; run < options.runs; run++) {
      print(`Lighthouse, ${form}, ${run + 1} of ${options.runs}`);
      const one = await report(stage, form);
      runs.push(one);
      print(CATEGORIES.map((category) => describeCategory(one, category)).join(", "));
    }
    for (const category of CATEGORIES) {
      const budget = BUDGETS[form][category];
      metrics.push({
        what: `${ADDRESS}: Lighthouse ${form}, ${category}`,
        value: round(100 * median(runs.map((one) => one.categories[category].score))),
        ...(budget && { budget }),
      });
    }
    for (const { audit, words, digits, budget } of AUDITS)
      metrics.push({
        what: `${ADDRESS}: Lighthouse ${form}, ${words}`,
        value: round(median(runs.map((one) => one.audits[audit].numericValue)), digits),
        ...(budget && { budget }),
      });
  }
  return metrics;
}

interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], Category>>;
  readonly audits: Readonly<Record<(typeof AUDITS)[number]["audit"], { readonly numericValue: number }>> &
    Readonly<Record<string, { readonly score: number | null }>>;
}

interface Category {
  readonly score: number;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

function describeCategory({ categories, audits }: Report, category: (typeof CATEGORIES)[number]): string {
  const { score, auditRefs } = categories[category];
  const missed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id);
  return `${category} ${round(100 * score)}${missed.length > 0 ? ` (${missed.join(", ")})` : ""}`;
}

/** Reports a page with the session as a browser cookie: a header would not reach the requests of its event stream. */
async function report(stage: Stage, form: (typeof FORMS)[number]): Promise<Report> {
  const port = await freePort();
  const profile = mkdtempSync(path.join(tmpdir(), "dealflow-lighthouse-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: stage.chromium,
    viewport: null,
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    await context.addCookies([sessionCookie(stage)]);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(ROOT, "node_modules/lighthouse/cli/index.js"),
        `${stage.url}${ADDRESS}`,
        "--output=json",
        "--quiet",
        `--port=${port}`,
        `--only-categories=${CATEGORIES.join(",")}`,
        ...(form === "desktop" ? ["--preset=desktop"] : []),
      ],
      { maxBuffer: 1 << 28, timeout: MOST_MS },
    );
    return JSON.parse(stdout);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
