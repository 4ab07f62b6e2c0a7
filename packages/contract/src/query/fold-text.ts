/** Most texts are ASCII, of which nothing but the case has to change. */
export const ASCII = /^[\0-\x7f]*$/;

/** Texts and the words looked for in them are compared in lower case without accents. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
