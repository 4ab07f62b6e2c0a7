/** Reports what happened in runs under load, as tables and as counts: faults, upgrades and what befalls a cluster. */
import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import { quantile, round } from "../bench/harness/metric";
import type { FaultSpan, RunRecord } from "../history/history";
import type { Check } from "../history/ledger-check";
import type { Counts } from "./command";
import type { Attempt } from "./requests";

/** This many contradictions of each check are shown. */
const MAX_LISTED = 5;
const REJECTED_WITHIN_MS = 5_000;
/** A request that was in progress when a silence began may still get a response. */
const MARGIN_MS = 200;

/** A fault lasts from its beginning until everything was healthy again. Instants are of `performance.now()`. */
export interface Trial extends FaultSpan {
  readonly healthyMs: number;
  /** The database did not respond until then. */
  readonly silentUntil?: number;
  /** These problems were seen during the fault; responses are checked at the end of the run. */
  readonly complaints: readonly string[];
}

export interface RunResult extends RunRecord {
  readonly title: string;
  readonly faults: readonly Trial[];
  readonly checks: readonly Check[];
  readonly lines: readonly string[];
  /** These kinds could not be made here, with the reasons. */
  readonly notRun: readonly string[];
}

/** Prints a fault that is over. */
export function printTrial({ name, complaints }: Trial, what: string): void {
  console.log(`${name.padEnd(36)} ${what}${complaints.length === 0 ? "" : `  ✗ ${complaints.join("; ")}`}`);
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Writes the report; every fault and every check counts as one. */
export function report(results: readonly RunResult[]): Counts {
  const counts = results.map(reportRun);
  const sum = (of: (one: Counts) => number) => counts.reduce((total, one) => total + of(one), 0);
  return { passed: sum((one) => one.passed), failed: sum((one) => one.failed), notRun: sum((one) => one.notRun) };
}

function reportRun({ title, faults, history, checks, lines, notRun }: RunResult): Counts {
  console.log(`\n${title}`);
  const { attempts } = history;
  const evaluated = faults.map((trial) => {
    const rejections = checkRejections(trial, attempts);
    const late = `${rejections.wrong.length} of ${rejections.total} requests were not refused in time: ${rejections.wrong.slice(0, MAX_LISTED).join("; ")}`;
    return { trial, rejections, complaints: [...trial.complaints, ...(rejections.wrong.length > 0 ? [late] : [])] };
  });
  const kinds = [...new Set(faults.map(({ name }) => name))].sort();
  const rows = kinds.map((kind) => {
    const same = evaluated.filter(({ trial }) => trial.name === kind);
    const healthy = same.map(({ trial }) => trial.healthyMs / 1_000);
    const total = same.reduce((sum, { rejections }) => sum + rejections.total, 0);
    const wrong = same.reduce((sum, { rejections }) => sum + rejections.wrong.length, 0);
    return {
      ...{ fault: kind, times: same.length, failed: same.filter(({ complaints }) => complaints.length > 0).length },
      ...describeStatuses(attempts.filter((attempt) => same.some(({ trial }) => isDuring(attempt, trial)))),
      "healthy p50 s": round(quantile(healthy, 0.5), 1),
      "max s": round(Math.max(...healthy), 1),
      "refused in time": total === 0 ? "" : `${total - wrong} of ${total}`,
    };
  });
  const calm = attempts.filter((attempt) => !faults.some((trial) => isDuring(attempt, trial)));
  const failedFaults = evaluated.filter(({ complaints }) => complaints.length > 0).length;
  console.table([
    ...rows,
    { fault: "(between faults)", ...describeStatuses(calm) },
    { fault: "all", times: faults.length, failed: failedFaults, ...describeStatuses(attempts) },
  ]);
  for (const line of [...lines, ...notRun]) console.log(line);
  for (const [index, { trial, complaints }] of evaluated.entries())
    if (complaints.length > 0) console.log(`✗ ${index + 1}. ${trial.name}: ${complaints.join("; ")}`);
  for (const { title, contradictions } of checks) {
    console.log(contradictions.length === 0 ? `✓ ${title}` : `✗ ${title} (${contradictions.length} contradictions)`);
    for (const contradiction of contradictions.slice(0, MAX_LISTED)) console.log(`    ${contradiction}`);
  }
  const failedChecks = checks.filter(({ contradictions }) => contradictions.length > 0).length;
  return {
    passed: evaluated.length - failedFaults + checks.length - failedChecks,
    failed: failedFaults + failedChecks,
    notRun: notRun.length,
  };
}

/** Counts the requests that had to be rejected before the end of a silence, and describes those that were not. */
function checkRejections({ from, silentUntil }: Trial, attempts: readonly Attempt[]) {
  if (silentUntil === undefined) return { total: 0, wrong: [] };
  const checked = attempts.filter(
    ({ startedAt }) => startedAt > from + MARGIN_MS && startedAt + REJECTED_WITHIN_MS < silentUntil,
  );
  const wrong = checked.flatMap(({ account, status, code, retryAfter, startedAt, endedAt }) => {
    const ms = endedAt - startedAt;
    // A person whose earlier requests still wait for the database may exceed the limit of concurrent ones.
    if ((status === 503 || status === 429) && retryAfter && ms <= REJECTED_WITHIN_MS) return [];
    return [`${account.name}: ${status} ${code}${retryAfter ? "" : ", no Retry-After"}, after ${seconds(ms)}`];
  });
  return { total: checked.length, wrong: checked.length === 0 ? ["no request was sent early enough"] : wrong };
}

export function isDuring({ startedAt, endedAt }: Attempt, { from, to }: FaultSpan): boolean {
  return endedAt >= from && startedAt <= to;
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
