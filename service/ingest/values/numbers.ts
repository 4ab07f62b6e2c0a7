/** Reads numbers with any separators into plain digits, without floating point. */

export interface NumberFormat {
  /** These characters separate groups of digits, Western or Indian (`20,00,00,000`). */
  readonly grouping: string;
  /** The text is empty when each number shows what its separators mean. */
  readonly decimal: string;
}

export const PLAIN_NUMBERS: NumberFormat = { grouping: "", decimal: "." };

/** Three digits after a single separator are a group: `1.234` and `1,234` are both 1234, and `2,3` is 2.3. */
export const AUTO_NUMBERS: NumberFormat = { grouping: "", decimal: "" };

const PLAIN = /^\d+(?:\.\d+)?$/;
/** Spaces and apostrophes separate groups in no other way. */
const SPACED_GROUPS = /^\d{1,3}(?:[\s'’]\d{3})+(?=[.,]|$)/;

/**
 * Returns plain digits with at most one point; undefined when the text is no number in the format. Separators for which
 * the format has no use are read as the number itself suggests. `scaled` numbers are followed by a word such as
 * `million`, so that one or two digits after any separator, and three after a point, are decimals.
 */
export function readDecimal(text: string, format: NumberFormat, scaled = false): string | undefined {
  const joined = SPACED_GROUPS.test(text) ? text.replace(/[\s'’]/g, "") : text;
  if (format.decimal !== "") {
    const plain = ungrouped(joined, format);
    if (plain !== undefined) return plain;
    if (format.grouping !== "" && !(scaled && /^\d+[.,]\d{1,2}$/.test(joined))) return undefined;
  }
  if (scaled && /^\d+\.\d+$/.test(joined)) return joined;
  return suggested(joined);
}

/** Returns digits with a point, without grouping; undefined when a group has other than two or three digits. */
export function ungrouped(text: string, { grouping, decimal }: NumberFormat): string | undefined {
  const [whole = "", ...fraction] = text.split(decimal);
  if (fraction.length > 1) return undefined;
  const digits = grouping === "" ? whole : joinGroups(whole.split(grouping));
  const plain = digits === undefined ? "" : [digits, ...fraction].join(".");
  return PLAIN.test(plain) ? plain : undefined;
}

function joinGroups(groups: readonly string[]): string | undefined {
  const [first = "", ...others] = groups;
  const proper =
    /^\d{1,3}$/.test(first) && others.every((group) => /^\d{2,3}$/.test(group)) && others.at(-1)?.length === 3;
  return others.length === 0 || proper ? groups.join("") : undefined;
}

function suggested(text: string): string | undefined {
  const separators = text.replace(/\d/g, "");
  if (!/^[.,]*$/.test(separators)) return undefined;
  const last = separators.at(-1);
  if (last === undefined) return PLAIN.test(text) ? text : undefined;
  const other = last === "." ? "," : ".";
  if (separators.includes(other)) return ungrouped(text, { grouping: other, decimal: last });
  if (separators.length > 1 || /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return joinGroups(text.split(last));
  return ungrouped(text, { grouping: "", decimal: last });
}

/** Moves the point of plain digits to the right, which multiplies by a power of ten. */
export function shiftPoint(plain: string, places: number): string {
  const [whole = "", fraction = ""] = plain.split(".");
  if (places === 0) return plain;
  const padded = fraction.padEnd(places, "0");
  const rest = padded.slice(places);
  const digits = `${whole}${padded.slice(0, places)}`.replace(/^0+(?=\d)/, "");
  return rest === "" ? digits : `${digits}.${rest}`;
}

/** Converts plain digits to minor units of so many digits, rounded to whole ones; undefined when it is too large. */
export function minorUnits(plain: string, digits: number): number | undefined {
  const [whole = "", fraction = ""] = plain.split(".");
  const minor = Number(`${whole}${fraction.slice(0, digits).padEnd(digits, "0")}`);
  const rounded = minor + (Number(fraction[digits] ?? 0) >= 5 ? 1 : 0);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}
