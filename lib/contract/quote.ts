/** How a value that was given is shown in a message. */

/** Values longer than this many characters are cut. */
const SHOWN = 60;

/** In quotes, cut, and without what would break a line or is no text at all. */
export function quote(value: string): string {
  // Twice as many code units hold the characters that are shown, however many units each takes.
  const start = value
    .slice(0, 2 * SHOWN + 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "\uFFFD");
  const characters = [...start];
  return `"${characters.length > SHOWN ? `${characters.slice(0, SHOWN).join("")}…` : start}"`;
}

/** Anything of a JSON text: texts in quotes, numbers and the like as they are, the rest by its kind. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return value === undefined ? "nothing" : String(value);
}
