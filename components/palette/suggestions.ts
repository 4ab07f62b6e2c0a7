/** Reads a line of typed words as filters: `series b ger` is round Series B and country Germany. */
import { fold } from "@/components/filters/lists/list-search";
import type { Choice } from "./choice";
import { choicesFor, type Vocabulary } from "./choices";

/** These filters are applied together. */
export type Suggestion = readonly Choice[];

/** Words after this number are not read, because each costs a look at all lists. */
const MOST_WORDS = 16;
/** The longest run of words that means one filter has this length. */
const LONGEST = 7;
const MOST_SUGGESTIONS = 8;
const MOST_ALONE = 4;

export interface Suggestions {
  /** The best suggestion is first; the list is empty where no word means anything. */
  readonly filters: readonly Suggestion[];
  /** These words mean nothing, while others mean something. */
  readonly unread: readonly string[];
}

interface Reading {
  readonly score: number;
  readonly unread: readonly string[];
  /** Each run of words has its possible meanings, best first. */
  readonly runs: readonly (readonly Choice[])[];
}

export function suggestionsFor(text: string, vocabulary: Vocabulary): Suggestions {
  // A comma or semicolon after a word only separates it from the next one.
  const words = fold(text.trim())
    .split(/[,;]*(?:\s+|$)/)
    .filter(Boolean);
  if (words.length === 0) return { filters: [], unread: [] };
  const { runs, unread } = bestReading(words.slice(0, MOST_WORDS), vocabulary);
  const together = combined(runs);
  // Two runs can mean the same: `united states united` has the United States in both.
  const alone = new Map(
    runs
      .flatMap((choices) => choices.slice(0, MOST_ALONE))
      .map((choice) => [`${choice.filter.label} ${choice.title}`, [choice]]),
  );
  const filters = [...together, ...alone.values()].slice(0, MOST_SUGGESTIONS);
  return { filters, unread: filters.length === 0 ? [] : [...unread, ...words.slice(MOST_WORDS)] };
}

/** These words join others: India, Austria, Belarus and Tonga are meant by their codes only where no word follows. */
const JOINING: ReadonlySet<string> = new Set("and at by for from in of on or the to with".split(" "));

/** A word without a meaning costs this much, and so does each run, so that few long ones are preferred. */
const UNREAD = -60;
const RUN = -15;

function bestReading(words: readonly string[], vocabulary: Vocabulary): Reading {
  const best: Reading[] = [{ score: 0, unread: [], runs: [] }];
  for (let end = 1; end <= words.length; end++) {
    const skipped = best[end - 1];
    const word = words[end - 1] ?? "";
    const joins = JOINING.has(word) && end < words.length;
    let found: Reading = {
      score: (skipped?.score ?? 0) + (joins ? 0 : UNREAD),
      unread: [...(skipped?.unread ?? []), ...(joins ? [] : [word])],
      runs: skipped?.runs ?? [],
    };
    for (let start = Math.max(0, end - LONGEST); start < (joins ? end - 1 : end); start++) {
      const before = best[start];
      const choices = choicesFor(words.slice(start, end), vocabulary);
      const [top] = choices;
      if (before === undefined || top === undefined) continue;
      const score = before.score + top.score * (end - start) + RUN;
      if (score > found.score) found = { score, unread: before.unread, runs: [...before.runs, choices] };
    }
    best.push(found);
  }
  return best[words.length] ?? { score: 0, unread: [], runs: [] };
}

/** Combines the first meanings of all runs, and then the further meanings of the last one. */
function combined(runs: Reading["runs"]): Suggestion[] {
  const last = runs.at(-1);
  if (runs.length < 2 || last === undefined) return [];
  const before = runs.slice(0, -1).flatMap((choices) => choices[0] ?? []);
  return last.slice(0, 2).map((choice) => [...before, choice]);
}
