/** Longer values are cut to this many characters. */
const MAX_SHOWN = 60;

/** The value is quoted, cut, and freed of line breaks and anything that is not text. */
export function quote(value: string): string {
  // Twice as many code units contain the shown characters, however many units each takes.
  const start = value
    .slice(0, 2 * MAX_SHOWN + 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "\uFFFD");
  const characters = [...start];
  return `"${characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join("")}…` : start}"`;
}

/** Formats any JSON value: strings are quoted, numbers and the like stay as they are, the rest is named by type. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return value === undefined ? "nothing" : String(value);
}
