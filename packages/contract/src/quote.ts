/** Formats a received value for a message. */

/** Longer values are cut; in characters. */
const MAX_SHOWN = 60;

/** Quoted, cut, and without line breaks and anything that is not text. */
export function quote(value: string): string {
  // Twice as many code units contain the shown characters, however many units each takes.
  const start = value
    .slice(0, 2 * MAX_SHOWN + 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "\uFFFD");
  const characters = [...start];
  return `"${characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join("")}…` : start}"`;
}

/** Any JSON value: strings quoted, numbers and the like as they are, the rest by type. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return value === undefined ? "nothing" : String(value);
}
