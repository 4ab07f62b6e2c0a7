/** Reports the results of all faults, as tables and as counts. */
import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import { quantile, round } from "../bench/harness/metric";
import type { Check } from "../history/ledger-check";
import type { Counts } from "./command";
import type { Attempt } from "./requests";
import type { StageResult } from "./stage";
import { checkRejections, type Trial } from "./trial";

/** This many contradictions of each check are shown. */
const MAX_LISTED = 5;

/** Writes the report; every fault and every check counts as one. */
export function report(results: readonly StageResult[]): Counts {
  const counts = results.map(reportStage);
  const sum = (of: (one: Counts) => number) => counts.reduce((total, one) => total + of(one), 0);
  return { passed: sum((one) => one.passed), failed: sum((one) => one.failed), notRun: sum((one) => one.notRun) };
}

function reportStage({ title, trials, run, checks, lines, notRun }: StageResult): Counts {
  console.log(`\n${title}`);
  const { attempts } = run.history;
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
    const healthy = same.map(({ trial }) => trial.healthyMs / 1_000);
    const [total, wrong] = [
      sumBy(same, ({ rejections }) => rejections.total),
      sumBy(same, ({ rejections }) => rejections.wrong.length),
    ];
    return {
      ...{ fault: kind, times: same.length, failed },
      ...describeStatuses(attempts.filter((attempt) => same.some(({ trial }) => isDuring(attempt, trial)))),
      "healthy p50 s": round(quantile(healthy, 0.5), 1),
      "max s": round(Math.max(...healthy), 1),
      "refused in time": total === 0 ? "" : `${total - wrong} of ${total}`,
    };
  });
  const calm = attempts.filter((attempt) => !trials.some((trial) => isDuring(attempt, trial)));
  const failedFaults = evaluated.filter(({ complaints }) => complaints.length > 0).length;
  console.table([
    ...rows,
    { fault: "(between faults)", ...describeStatuses(calm) },
    { fault: "all", times: trials.length, failed: failedFaults, ...describeStatuses(attempts) },
  ]);
  for (const line of [...lines, ...notRun]) console.log(line);
  for (const [index, { trial, complaints }] of evaluated.entries())
    if (complaints.length > 0) console.log(`✗ ${index + 1}. ${trial.fault.name}: ${complaints.join("; ")}`);
  const failedChecks = printChecks(checks);
  return {
    passed: evaluated.length - failedFaults + checks.length - failedChecks,
    failed: failedFaults + failedChecks,
    notRun: notRun.length,
  };
}

/** Returns how many checks found contradictions. */
export function printChecks(checks: readonly Check[]): number {
  for (const { title, contradictions } of checks) {
    console.log(contradictions.length === 0 ? `✓ ${title}` : `✗ ${title} (${contradictions.length} contradictions)`);
    for (const contradiction of contradictions.slice(0, MAX_LISTED)) console.log(`    ${contradiction}`);
  }
  return checks.filter(({ contradictions }) => contradictions.length > 0).length;
}

/** A fault lasts from its beginning until everything was healthy again. */
function isDuring({ startedAt, endedAt }: Attempt, { from, recoveredAt }: Trial): boolean {
  return endedAt >= from && startedAt <= recoveredAt;
}

function describeStatuses(attempts: readonly Attempt[]): Readonly<Record<string, number>> {
  const count = (fits: (attempt: Attempt) => boolean) => attempts.filter(fits).length;
  const served = count(({ status }) => status === 200);
  const unknown = count(({ code }) => code === CHARGE_UNKNOWN);
  const unavailable = count(({ status }) => status === 503) - unknown;
  const lost = count(({ status }) => status === 0 || status === null);
  const slowest = attempts.reduce((most, { startedAt, endedAt }) => Math.max(most, endedAt - startedAt), 0);
  return {
    requests: attempts.length,
    "served (200)": served,
    "refused (503)": unavailable,
    unknown,
    lost,
    other: attempts.length - served - unavailable - unknown - lost,
    "slowest ms": Math.round(slowest),
  };
}

function sumBy<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0);
}
