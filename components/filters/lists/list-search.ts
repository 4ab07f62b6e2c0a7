/** Searches the values of a list: every word occurs in the title or is a prefix of the code. */
import { foldText } from "@dealflow/contract/query/fold-text";
import type { Listed } from "./value-lists";

const FOLDED = new WeakMap<Listed, string>();

/** Removes case and accents, so that `cote` finds Côte d’Ivoire. */
export function fold(text: string): string {
  return foldText(text).replace(/[’‘]/g, "'");
}

/** Titles are folded once, because each typed letter reads all of them. */
export function foldedTitle(item: Listed): string {
  let text = FOLDED.get(item);
  if (text === undefined) {
    text = fold(item.title);
    FOLDED.set(item, text);
  }
  return text;
}

/** The order of the list applies, but titles and codes that start with the text come first. */
export function searchList(values: readonly Listed[], text: string): Listed[] {
  const query = fold(text.trim());
  const words = query.split(/\s+/);
  const first: Listed[] = [];
  const rest: Listed[] = [];
  for (const item of values) {
    const title = foldedTitle(item);
    const code = item.value.toLowerCase();
    if (title.startsWith(query) || code.startsWith(query)) first.push(item);
    else if (words.every((word) => title.includes(word) || code.startsWith(word))) rest.push(item);
  }
  return [...first, ...rest];
}
