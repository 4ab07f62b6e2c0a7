/** Estimates how many guesses a password takes. A module of its own, because its word lists are loaded with the first use. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** From 0, the weakest, to 4. `words`: those that whoever guesses tries first. */
export function estimatePassword(password: string, words: readonly string[]): number {
  return estimator.check(password, [...words]).score;
}
