/** Reports the results of all faults, as tables and as counts. */
import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import type { Attempt } from "./requests";
import type { StageResult } from "./stage";
import { checkRejections, type Trial } from "./trial";

/** This many contradictions of each check are shown. */
const MAX_LISTED = 5;
const COLUMNS = [
  "fault",
  "times",
  "failed",
  "requests",
  "200",
  "503",
  "unknown",
  "lost",
  "other",
  "slowest ms",
] as const;
const HEALTH_COLUMNS = ["healthy p50 s", "max s", "refused in time"] as const;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

/** Writes the report; every fault and every check counts as one. */
export function report(results: readonly StageResult[], print: (line: string) => void): Counts {
  const counts = results.map((result) => reportStage(result, print));
  const sum = (of: (one: Counts) => number) => counts.reduce((total, one) => total + of(one), 0);
  return { passed: sum((one) => one.passed), failed: sum((one) => one.failed), notRun: sum((one) => one.notRun) };
}

function reportStage(
  { title, trials, attempts, checks, lines, notRun }: StageResult,
  print: (line: string) => void,
): Counts {
  print(`\n${title}`);
  const evaluated = trials.map((trial) => {
    const rejections = checkRejections(trial, attempts);
    const late = `${rejections.wrong.length} of ${rejections.total} requests were not refused in time: ${rejections.wrong.slice(0, MAX_LISTED).join("; ")}`;
    return {
      trial,
      rejections,
      complaints: [...trial.complaints, ...(rejections.wrong.length > 0 ? [late] : [])],
    };
  });
  const kinds = [...new Set(trials.map(({ fault }) => fault.name))].sort();
  const rows = kinds.map((kind) => {
    const same = evaluated.filter(({ trial }) => trial.fault.name === kind);
    const failed = same.filter(({ complaints }) => complaints.length > 0).length;
    const healthy = same.map(({ trial }) => trial.healthyMs / 1_000).sort((a, b) => a - b);
    const [total, wrong] = [
      sumBy(same, ({ rejections }) => rejections.total),
      sumBy(same, ({ rejections }) => rejections.wrong.length),
    ];
    return [
      ...[kind, String(same.length), String(failed)],
      ...statuses(attempts.filter((attempt) => same.some(({ trial }) => isDuring(attempt, trial)))),
      ...[healthy[Math.floor(healthy.length / 2)]?.toFixed(1) ?? "", healthy.at(-1)?.toFixed(1) ?? ""],
      total === 0 ? "" : `${total - wrong} of ${total}`,
    ];
  });
  const calm = attempts.filter((attempt) => !trials.some((trial) => isDuring(attempt, trial)));
  const total = [
    "all",
    String(trials.length),
    String(evaluated.filter(({ complaints }) => complaints.length > 0).length),
  ];
  const health = HEALTH_COLUMNS.map(() => "");
  rows.push(["(between faults)", "", "", ...statuses(calm), ...health], [...total, ...statuses(attempts), ...health]);
  printTable([[...COLUMNS, ...HEALTH_COLUMNS], ...rows], print);
  for (const line of [...lines, ...notRun]) print(line);
  for (const [index, { trial, complaints }] of evaluated.entries())
    if (complaints.length > 0) print(`✗ ${index + 1}. ${trial.fault.name}: ${complaints.join("; ")}`);
  for (const { title: what, contradictions } of checks) {
    print(
      `${contradictions.length === 0 ? "✓" : "✗"} ${what}${contradictions.length === 0 ? "" : ` (${contradictions.length} contradictions)`}`,
    );
    for (const contradiction of contradictions.slice(0, MAX_LISTED)) print(`    ${contradiction}`);
  }
  const failedChecks = checks.filter(({ contradictions }) => contradictions.length > 0).length;
  const failedFaults = evaluated.filter(({ complaints }) => complaints.length > 0).length;
  return {
    passed: evaluated.length - failedFaults + checks.length - failedChecks,
    failed: failedFaults + failedChecks,
    notRun: notRun.length,
  };
}

/** A fault lasts from its beginning until everything was healthy again. */
function isDuring({ startedAt, endedAt }: Attempt, { from, recoveredAt }: Trial): boolean {
  return endedAt >= from && startedAt <= recoveredAt;
}

function statuses(attempts: readonly Attempt[]): string[] {
  const count = (fits: (attempt: Attempt) => boolean) => attempts.filter(fits).length;
  const served = count(({ status }) => status === 200);
  const unknown = count(({ code }) => code === CHARGE_UNKNOWN);
  const unavailable = count(({ status }) => status === 503) - unknown;
  const lost = count(({ status }) => status === 0 || status === null);
  const slowest = attempts.reduce((most, { startedAt, endedAt }) => Math.max(most, endedAt - startedAt), 0);
  return [
    attempts.length,
    served,
    unavailable,
    unknown,
    lost,
    attempts.length - served - unavailable - unknown - lost,
    slowest,
  ].map((number) => Math.round(number).toLocaleString("en-US"));
}

function printTable(rows: readonly (readonly string[])[], print: (line: string) => void): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    print(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    );
}

function sumBy<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0);
}
