/** Estimates how many guesses a password takes. The module is separate, so that its word lists load with first use. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Scores a password from 0, the weakest, to 4. `words` are those that an attacker tries first. */
export function estimatePassword(password: string, words: readonly string[]): number {
  return estimator.check(password, [...words]).score;
}
