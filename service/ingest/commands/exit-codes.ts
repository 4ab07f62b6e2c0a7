/** Exit codes of `npm run import`; those of signals are the usual ones of a shell. */
export const EXIT = { done: 0, failed: 1, wrong: 2, interrupted: 130, terminated: 143 };
