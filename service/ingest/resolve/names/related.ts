/** Recognises short forms of names, which mean a company only where everything else agrees: `HP`, `Disney`. */
import { wordWeight } from "./common-words";
import type { CompanyName } from "./company-name";

/** Tells whether one name is made of the initials of the other, or of some of its words, a telling one among them. */
export function isShortForm(one: CompanyName, other: CompanyName): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  if (short.words.length === 1 && long.words.length > 1 && short.joined === initials(long)) return true;
  return short.words.every((word) => long.words.includes(word)) && short.words.some((word) => wordWeight(word) === 1);
}

function initials({ words }: CompanyName): string {
  return words.map((word) => word[0]).join("");
}
