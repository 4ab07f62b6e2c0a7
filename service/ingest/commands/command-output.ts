/** Exit codes of `npm run import`; those of signals are the usual ones of a shell. */
export const EXIT = { done: 0, failed: 1, wrong: 2, interrupted: 130, terminated: 143 };

/** Writes a number of things for people: `1 record`, `1,204 records`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A command returns one JSON value for scripts (--json), and text for people. */
export interface CommandOutput {
  readonly json: unknown;
  readonly text: string;
  /** It is done unless stated. */
  readonly code?: number;
}
