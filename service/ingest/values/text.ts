/** Cleans text from sources: literal escape sequences, odd spaces, several spellings of one name. */

const ESCAPES = /(?:\\{1,2}x[0-9a-f]{2})+|\\{1,2}u[0-9a-f]{4}|\\{1,2}[nrt]/gi;
const UTF8 = new TextDecoder("utf-8", { fatal: true });
const LATIN1 = new TextDecoder("latin1");

/**
 * Decodes escape sequences that an export left in its texts (`\n`, `\u2019`, `\xe2\x80\x99`, also with two
 * backslashes). Bytes are UTF-8, or Latin-1 when they are not.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPES, (sequence) => {
    const code = sequence.replace(/^\\+/, "");
    if (/^u/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /^x/i.test(code) ? getBytes(sequence) : " ";
  });
}

function getBytes(sequence: string): string {
  const bytes = Uint8Array.from(sequence.matchAll(/x([0-9a-f]{2})/gi), (match) => Number.parseInt(match[1] ?? "", 16));
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

/** Returns one line without spaces at its ends, every run of spaces and control characters being one space. */
export function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** Returns the same text for spellings of one name that differ in case, accents, punctuation or spaces. */
export function normalName(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" ? tidy(name).toLowerCase() : words;
}
