/** Reads from the results of vitest, the fault runs and playwright how many tests passed, and which failed with what message. */
import { existsSync, readFileSync } from "node:fs";

/** Characters of a failure's message that are repeated at the end. */
const MAX_MESSAGE = 600;
const ANSI_CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** @param code the exit code of vitest, or the signal that ended it */
export function readUnitResults(file, code) {
  const { passed, failures } = readJson(file) ?? { passed: 0, failures: ["vitest wrote no results"] };
  if (failures.length === 0 && code !== 0) failures.push(`vitest ended with ${code}, see above`);
  return { passed, failures };
}

export function readFaultResults(file) {
  const { passed, failed } = readJson(file) ?? { passed: 0, failed: 1 };
  return { passed, failures: Array(failed).fill("a fault, see above") };
}

/** @param code the exit code of playwright, or the signal that ended it */
export function readBrowserResults(file, code) {
  const result = readJson(file);
  if (result === null) return { passed: 0, failures: ["playwright wrote no results"] };
  const failures = result.suites.flatMap(listSpecs).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => test.results.at(-1)?.error)
      .map((error) => formatFailure(`${spec.file}${failureLine(spec.file, error)} › ${spec.title}`, error?.message)),
  );
  failures.push(...result.errors.map((error) => formatFailure("an error outside all tests", error.message)));
  if (failures.length === 0 && code !== 0) failures.push(`playwright ended with ${code}, see above`);
  return { passed: result.stats.expected, failures };
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** `:52`, where the test itself failed: a helper of many tests may have thrown. */
function failureLine(file, error) {
  const [, rest = ""] = (error?.stack ?? "").split(`/${file}`);
  return /^:\d+/.exec(rest)?.[0] ?? "";
}

export function formatFailure(title, message = "") {
  return `${title}\n${message.replaceAll(ANSI_CODES, "").slice(0, MAX_MESSAGE)}`.trim();
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
