/** Distorts what sources tell, as people and programs do. */
import type { Chance } from "@/service/ingest/demo/random";
import type { Country } from "./words";

const KEYS = "qwertyuiopasdfghjklzxcvbnm";

/** Drops, doubles, swaps or replaces one letter after the first. */
export function misspell(chance: Chance, name: string): string {
  const places = [...name].flatMap((letter, index) => (index > 0 && /\p{Ll}/u.test(letter) ? [index] : []));
  if (places.length === 0) return name;
  const at = chance.pick(places);
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  switch (chance.between(0, 3)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return /^\p{Ll}/u.test(after) ? before + after.charAt(0) + letter + after.slice(1) : before + after;
    default:
      return before + chance.pick([...KEYS].filter((key) => key !== letter)) + after;
  }
}

/** Writes a name without the letters of its language: an umlaut as two letters, or without its dots. */
export function withoutAccents(chance: Chance, name: string, { accents }: Country): string {
  const spelled = chance.happens(0.4);
  return [...name]
    .map((letter) => {
      const found = Object.entries(accents).find(([, [accented]]) => accented === letter);
      return found === undefined ? letter : spelled ? found[1][1] : found[0];
    })
    .join("");
}

const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ a: "а", b: "б", c: "к", d: "д", e: "е", f: "ф", g: "г", h: "х", i: "и", j: "й", k: "к", l: "л", m: "м", n: "н" },
  ...{ o: "о", p: "п", q: "к", r: "р", s: "с", t: "т", u: "у", v: "в", w: "в", x: "кс", y: "ы", z: "з" },
};

/** Writes a name as a local outlet does. */
export function inCyrillic(name: string): string {
  return [...name]
    .map((letter) => {
      const found = CYRILLIC[letter.toLowerCase()] ?? letter;
      return letter === letter.toLowerCase() ? found : found.charAt(0).toUpperCase() + found.slice(1);
    })
    .join("");
}

/** Returns by how many days a source misses a date: mostly one to three, at most twenty. */
export function daysOff(chance: Chance): number {
  const kind = chance.next();
  const days = kind < 0.6 ? chance.between(1, 3) : kind < 0.9 ? chance.between(4, 10) : chance.between(11, 20);
  return chance.happens(0.75) ? days : -days;
}

/** Units of a currency that one dollar buys; the rates file of the import has the same ones. */
export const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, EUR: 0.9, GBP: 0.78, SEK: 10.4, INR: 83 };

/** Rounds to two digits, as a headline does. */
export function roundAmount(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / unit) * unit;
}
