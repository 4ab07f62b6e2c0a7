/** Decides how the parts of a list in one cell are separated. */

/** A comma before a legal form belongs to the name. */
const COMMA = String.raw`\s*,(?!\s*(?:inc|llc|ltd|l\.?p|llp|gmbh|co|corp|s\.?a)\b\.?)\s*`;

/** Lists the separators of parts, in the order in which they are looked for. */
const SEPARATORS: readonly (readonly [RegExp, string])[] = [
  [/[;|]/, String.raw`\s*[;|]\s*`],
  [/,/, COMMA],
  [/\s\+\s/, String.raw`\s+\+\s+`],
  [/\s\/\s/, String.raw`\s+/\s+`],
];
/** A separator that fewer cells have belongs to a name. */
const LEAST_SHARE = 0.03;

/**
 * Returns a regular expression for the separators of the values; undefined when no cell has more than one part. Names of
 * people and firms are separated in several ways within one file; names of categories contain the weaker separators.
 */
export function listSeparator(values: readonly string[], are: "names" | "categories"): string | undefined {
  const found = SEPARATORS.filter(
    ([pattern]) => values.filter((text) => pattern.test(text)).length > values.length * LEAST_SHARE,
  ).map(([, expression]) => expression);
  if (are === "categories") return found[0];
  return found.length === 0 ? undefined : found.join("|");
}

/** These parts of a list of investors name nobody. */
export const NOBODY =
  "^(?:an? |\\d+ |group of |network of |few |some |several |various |many |multiple |other |existing |un ?disclosed |unnamed |unknown |unspecified )*(?:others?|un ?disclosed|unnamed|unknown|existing|(?:angel |private |individual |foreign |institutional |seed )*(?:investors?|hnis?|angels?|individuals?)|autres|weitere|otros)\\.?$";
/** These words end or begin a name in a list of investors without being part of it. */
export const AROUND_NAMES =
  "\\s*(?:&|\\band\\b|\\bet\\b|\\bund\\b|\\by\\b)\\s*(?:\\d+ |some |few |many )?(?:(?:other|existing|unnamed|undisclosed|angel|strategic|private|individual) ?)*(?:others?|investors?|angels|autres|weitere|otros)\\.?$|^(?:and|et|und|y|&)\\s+";
