/** Recognises names that differ by one slip of the pen, which are one only where everything else agrees. */
import type { CompanyName } from "./company-name";

/** Shorter words that differ by a letter are different words. */
const SHORTEST = 5;

/** Tells whether one word of two names of companies differs by one slip; the others and the numbers are the same. */
export function isMisspelling(one: CompanyName, other: CompanyName): boolean {
  if (one.numbers !== other.numbers || one.words.length !== other.words.length) return false;
  const differing = one.words.flatMap((word, index) => (word === other.words[index] ? [] : [index]));
  const [index = -1] = differing;
  return differing.length === 1 && differsByOneSlip(one.words[index] ?? "", other.words[index] ?? "");
}

/** Tells whether one letter after the first is left out, added, replaced, or swapped with the next. */
export function differsByOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < SHORTEST || long.length - short.length > 1 || short === long) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  if (from === 0) return false;
  const [rest, longRest] = [short.slice(from), long.slice(from)];
  if (long.length > short.length) return longRest.slice(1) === rest;
  if (longRest.slice(1) === rest.slice(1)) return true;
  return longRest.slice(2) === rest.slice(2) && longRest[0] === rest[1] && longRest[1] === rest[0];
}
