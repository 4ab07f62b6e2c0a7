/** Writes a name as words in ASCII, so that spellings and scripts can be compared. */
import anyAscii from "any-ascii";
import unhomoglyph from "unhomoglyph";
import { tidy } from "../../values/text";

const ASCII = /^[ -~]*$/;
/** Most names need no further care. */
const PLAIN = /^[a-z0-9 ]*$/;
const MIXED_WORD = /[\p{L}\p{N}]+/gu;
const OTHER_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:[./]\s?\p{L})+(?:\.|(?![\p{L}\p{N}]))/gu;

/** A Cyrillic or Greek letter in a word that is Latin without it is a look-alike, and is read as the Latin letter. */
function withoutLookAlikes(text: string): string {
  return text.replace(MIXED_WORD, (word) => {
    if (!/\p{Script=Latin}/u.test(word)) return word;
    const latin = word.replace(OTHER_SCRIPT, (letter) => unhomoglyph(letter));
    return /^[a-z0-9]+$/i.test(latin) ? latin : word;
  });
}

/** Initials become one word: `A.B.C.`, `G.m.b.H.` and `A/S`. */
function withJoinedInitials(text: string): string {
  if (!/[./]/.test(text)) return text;
  return text.replace(INITIALS, (initials) => initials.replace(/[./\s]/g, ""));
}

/** Returns the words of a name in lower case ASCII. `&`, `+` and `@` are words, and a possessive `s` is none. */
export function foldName(name: string): string[] {
  const text = ASCII.test(name) ? name : anyAscii(withoutLookAlikes(tidy(name)));
  const plain = withJoinedInitials(text).toLowerCase();
  if (PLAIN.test(plain)) return plain.split(" ").filter((word) => word !== "");
  return plain
    .replace(/'s(?![a-z0-9])/g, "")
    .replace(/['`"]/g, "")
    .replace(/(?<=[a-z0-9])[[(]([a-z]{1,2})[\])]/g, "$1")
    .replace(/&/g, " and ")
    .replace(/\+/g, " plus ")
    .replace(/@/g, " at ")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
