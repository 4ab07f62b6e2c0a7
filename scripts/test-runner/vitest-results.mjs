/** A reporter for vitest that writes how many tests passed, and which failed with what message, into the file VITEST_RESULTS. */
import { writeFileSync } from "node:fs";
import { formatFailure } from "./test-results.mjs";

export default class ResultsReporter {
  /** Vitest's own JSON leaves out errors that no test awaited, which fail the run. */
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failedTests = tests.flatMap((test) =>
      test.result().state === "failed"
        ? [formatFailure(`${test.module.relativeModuleId} › ${test.fullName}`, test.result().errors[0]?.message)]
        : [],
    );
    // A file that cannot be read as a test, or whose hooks fail, counts as one failure.
    const failedFiles = modules.flatMap((module) => {
      const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
      return errors.length === 0 ? [] : [formatFailure(module.relativeModuleId, errors[0].message)];
    });
    const outside = unhandledErrors.map((error) =>
      formatFailure("an error outside all tests", error.stack ?? error.message),
    );
    writeFileSync(
      process.env.VITEST_RESULTS,
      JSON.stringify({
        passed: tests.filter((test) => test.result().state === "passed").length,
        failures: [...failedTests, ...failedFiles, ...outside],
      }),
    );
  }
}
