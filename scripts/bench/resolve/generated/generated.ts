/**
 * Runs `npm run bench -- resolve-generated [--reports n] [--orders n] [--json]`: imports invented reports of several sources,
 * whose truth is known, into PostgreSQL in several orders, and measures which of them ended in one record.
 */
import { Chance } from "@/service/ingest/demo/random";
import { round } from "../../harness/metric";
import type { BenchOptions } from "../../harness/options";
import { type Installation, runBench } from "../../harness/run-bench";
import { groupBy } from "./group";
import { filesInOrder, filesInRandomOrder, importReports, type Placed, placeReports, type ReportFile } from "./import";
import { companyPlacements, compareOrders, eventPlacements, measureGenerated, type Placement } from "./measure";
import { generateReports, type Report, shuffled } from "./tell";

const SEED = 20_261_126;
/** The benchmark shows as many pairs of each kind. */
const SHOWN = 25;

export async function benchGenerated({
  reports: count,
  orders,
  json,
}: BenchOptions<"resolve-generated">): Promise<void> {
  const reports = generateReports(count, SEED);
  await runBench("resolve", {}, async (installation) => {
    const first = await importOrder(installation, reports, filesInOrder(reports));
    const figures = measureGenerated(reports, first.placed);
    let last = first.placed;
    const others = [];
    for (let order = 1; order < orders; order++) {
      const files = filesInRandomOrder(reports, new Chance(SEED + order));
      const { placed, seconds } = await importOrder(installation, reports, files);
      const { companies, events, missed } = measureGenerated(reports, placed);
      last = placed;
      const differing = compareOrders(reports, first.placed, placed);
      others.push({ seconds, differing, companies, events, missed });
      installation.print(
        `order ${order}: ${JSON.stringify({ differing, companies: companies.f1, events: events.f1 })}`,
      );
    }
    const results = { reports: reports.length, seconds: first.seconds, ...figures, orders: others };
    if (json) process.stdout.write(`${JSON.stringify(results)}\n`);
    else process.stdout.write(formatResults(results) + describeMistakes(reports, last).join("\n"));
    return undefined;
  });
}

async function importOrder(
  { openDatabase }: Installation,
  reports: readonly Report[],
  files: readonly ReportFile[],
): Promise<{ readonly placed: Placed; readonly seconds: number }> {
  const { pools } = await openDatabase("bench_resolve");
  try {
    const startedAt = performance.now();
    await importReports(pools.jobs, files);
    const seconds = round((performance.now() - startedAt) / 1000, 1);
    return { placed: await placeReports(pools.jobs, reports), seconds };
  } finally {
    await pools.close();
  }
}

function formatResults(results: object): string {
  return Object.entries(results)
    .flatMap(([name, value]) => {
      if (typeof value !== "object") return [`${name}: ${value}`];
      const rows = Object.entries(value as object).map(([key, figures]) => `  ${key}: ${JSON.stringify(figures)}`);
      return [`${name}:`, ...rows];
    })
    .map((line) => `${line}\n`)
    .join("");
}

/** Returns one pair of each thing that is in several records, and of each record that holds several things. */
function describeMistakes(reports: readonly Report[], placed: Placed): string[] {
  const companies = companyPlacements(reports, placed);
  const mentions = reports.flatMap((report) => report.mentions.map(({ stated }) => describeReport(report, stated)));
  const events = eventPlacements(reports, placed);
  const lines = reports.filter(({ event }) => event !== null).map((report) => describeReport(report, report.line));
  return [
    ...listPairs("missed company", companies, mentions, "truth", "record"),
    ...listPairs("wrong company", companies, mentions, "record", "truth"),
    ...listPairs("missed event", events, lines, "truth", "record"),
    ...listPairs("wrong event", events, lines, "record", "truth"),
  ];
}

function describeReport({ source }: Report, stated: unknown): string {
  return `${source} ${JSON.stringify(stated).replaceAll('"', "")}`;
}

function listPairs(
  what: string,
  placements: readonly Placement[],
  texts: readonly string[],
  same: "truth" | "record",
  other: "truth" | "record",
): string[] {
  const numbered = placements.map((placement, index) => ({ ...placement, index }));
  const found = [...groupBy(numbered, (one) => one[same]).values()].flatMap((group) => {
    const [first] = group;
    const second = group.find((one) => one[other] !== first?.[other]);
    return first === undefined || second === undefined
      ? []
      : [`${what}: ${texts[first.index]} | ${texts[second.index]}`];
  });
  return shuffled(found, new Chance(1)).slice(0, SHOWN);
}
