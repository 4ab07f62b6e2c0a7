let passed = 0;
let failed = 0;

/** Runs one check, and prints that it passed, with the figure that it may have returned, or why it failed. */
export async function check(title: string, run: () => unknown): Promise<void> {
  const startedAt = performance.now();
  try {
    const figure = await run();
    passed += 1;
    const time = `${Math.round((performance.now() - startedAt) / 1_000)} s`;
    console.log(`Passed: ${title} (${typeof figure === "string" && figure !== "" ? `${figure}; ${time}` : time})`);
  } catch (error) {
    failed += 1;
    // The reason of a request that failed is its cause.
    const reasons = error instanceof Error ? [error, error.cause].filter((one) => one instanceof Error) : [];
    console.log(`Failed: ${title}: ${reasons.map(({ message }) => message).join(": ") || String(error)}`);
  }
}

/** Prints how many checks passed and failed; returns the exit code. */
export function reportChecks(): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
