/** A keyword search over `search_text`, by the index of three-letter parts as far as it can look words up. */
import type { AnyQuery } from "@/lib/contract/filters";
import { characters } from "@/lib/contract/syntax";
import { foldText } from "@/service/records/company";
import type { Clause } from "./source";

/** Shorter searches match the start of the name (decisions, `search`). */
const SHORTEST_WORD_SEARCH = 3;
/** A part that the index has. Asked for a word without one it would go through all its entries: 830 ms. */
const THREE_LETTERS = /[\p{L}\p{N}]{3}/u;
const TWO_LETTERS = /^[a-z0-9]{2}$/;

/** Every word occurs, or the name starts so. */
export function searchClauses(search: AnyQuery[string]): Clause[] {
  if (typeof search !== "string") return [];
  const text = foldText(search);
  // Folding takes some characters apart, such as Korean syllables.
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
 * What holds wherever two letters occur, said so that indexes can look it up: beside a character of ASCII, or at the
 * beginning, they make three-letter parts; the texts in which they may stand without one are marked.
 */
function twoLetters(word: string): string {
  return `(search_text ~ '(^|[\\x01-\\x7f])${word}' or search_text ~ '${word}[\\x01-\\x7f]' or search_alone)`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
