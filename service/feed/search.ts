/** A keyword search over `search_text`, by the trigrams of ASCII and the terms of everything else. */
import type { AnyQuery } from "@dealflow/contract/filters";
import { isWholeWord, letterTerms, searchWords } from "@dealflow/contract/search-text";
import type { Clause } from "./source";

/** A part that trigrams cover, in whatever locale the database is. Without one they would scan the whole index: 830 ms. */
const TRIGRAM = /[a-z0-9]{3}/;

/** Every word occurs. */
export function searchClauses(search: AnyQuery[string]): Clause[] {
  return typeof search === "string" ? searchWords(search).flatMap(wordClauses) : [];
}

function wordClauses(word: string): Clause[] {
  const having = (terms: readonly string[]): Clause => {
    return (values) => `search_terms @> ${values.add(terms)}::text[]`;
  };
  if (isWholeWord(word)) return [having([word])];
  const terms = letterTerms(word);
  const occurs: Clause = TRIGRAM.test(word)
    ? (values) => `search_text like ${values.add(`%${escaped(word)}%`)}`
    : (values) => `position(${values.add(word)} in search_text) > 0`;
  return terms.length > 0 ? [having(terms), occurs] : [occurs];
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
