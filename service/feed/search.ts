/** A keyword search over `search_text`, by the trigram index as far as it covers the words. */
import type { AnyQuery } from "@/lib/contract/filters";
import { characters } from "@/lib/contract/syntax";
import { foldText } from "@/service/records/company";
import type { Clause } from "./source";

/** Shorter searches match the start of the name (decisions, `search`). */
const SHORTEST_WORD_SEARCH = 3;
/** A part that the index covers. A word without one would scan all its entries: 830 ms. */
const THREE_LETTERS = /[\p{L}\p{N}]{3}/u;
const TWO_LETTERS = /^[a-z0-9]{2}$/;

/** Every word occurs, or the name starts with it. */
export function searchClauses(search: AnyQuery[string]): Clause[] {
  if (typeof search !== "string") return [];
  const text = foldText(search);
  // Folding decomposes some characters, such as Korean syllables.
  if (characters(text.normalize("NFC")) < SHORTEST_WORD_SEARCH)
    return [(values) => `left(search_text, 40) like ${values.add(`${escaped(text)}%`)}`];
  return [...new Set(text.split(/\s+/))].map(wordClause);
}

function wordClause(word: string): Clause {
  if (THREE_LETTERS.test(word)) return (values) => `search_text like ${values.add(`%${escaped(word)}%`)}`;
  const occurs: Clause = (values) => `position(${values.add(word)} in search_text) > 0`;
  return TWO_LETTERS.test(word) ? (values) => `${occurs(values)} and ${twoLetters(word)}` : occurs;
}

/**
 * An indexable form of "two letters occur": next to an ASCII character, or at the
 * beginning, they form trigrams; texts in which they may occur without one are flagged.
 */
function twoLetters(word: string): string {
  return `(search_text ~ '(^|[\\x01-\\x7f])${word}' or search_text ~ '${word}[\\x01-\\x7f]' or search_alone)`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
