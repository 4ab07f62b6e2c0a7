/** Most texts are ASCII, of which nothing but the case has to change. */
export const ASCII = /^[\0-\x7f]*$/;

const PLAIN: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Texts and the words looked for in them are compared in lower case without accents, with `ß` as `ss` and `ø` as `o`. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return replaceLetters(text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
}

/** Writes letters in lower case that are no others with accents as people type them. */
export function replaceLetters(text: string): string {
  return text.replace(/[ßłøæœđı]/g, (letter) => PLAIN[letter] ?? letter);
}
