/** Reads numbers in names: `First`, `1st` and `1` are one, as are `Fund II` and `Fund 2`. */

const UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);
const ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const TENS = " ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const NUMBER_OF_WORD: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, number) => [word, number] as const),
  ...ORDINALS.map((word, number) => [word, number] as const),
  ...TENS.flatMap((word, tens) => (tens < 2 ? [] : [[word, tens * 10] as const])),
]);

const ROMAN = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

function romanNumber(word: string): number {
  const values = [...word].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** Returns the words with numbers in digits; Roman ones count as numbers after a first word. */
export function withDigits(words: readonly string[]): string[] {
  const read: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const next = NUMBER_OF_WORD.get(words[index + 1] ?? "") ?? 0;
    const named = NUMBER_OF_WORD.get(word);
    if (named !== undefined && named >= 20 && next > 0 && next < 10) {
      read.push(String(named + next));
      index++;
    } else if (named !== undefined) read.push(String(named));
    else if (index > 0 && ROMAN.test(word)) read.push(String(romanNumber(word)));
    else read.push(word.replace(/^(\d+)(?:st|nd|rd|th)$/, "$1"));
  }
  return read;
}

/** Returns every number that the words contain, sorted, also those inside words (`RD2`). */
export function numbersIn(words: readonly string[]): string {
  return words
    .flatMap((word) => word.match(/\d+/g) ?? [])
    .map((digits) => digits.replace(/^0+(?=\d)/, ""))
    .sort()
    .join(" ");
}
