/** Writes values into statements: several statements can be sent together only when they have no parameters. */
import pg from "pg";

type Scalar = string | number | boolean | Date | Buffer | null | undefined;
export type LiteralValue = Scalar | readonly (string | number | null | undefined)[];

/** Returns the text with its parameters replaced by literals. */
export function withLiterals(text: string, values: readonly LiteralValue[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, number) => toLiteral(values[Number(number) - 1]));
}

export function toLiteral(value: LiteralValue): string {
  if (value === undefined || value === null) return "null";
  // The minus of a negative number would bind less tightly than a cast behind it.
  if (typeof value === "number") return value < 0 ? `(${value})` : String(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString("hex")}`);
  return pg.escapeLiteral(typeof value === "string" ? value : toArrayText(value));
}

/** Returns the text of an array as PostgreSQL reads it. */
export function toArrayText(elements: readonly (string | number | null | undefined)[]): string {
  return `{${elements.map((element) => (element == null ? "null" : `"${String(element).replace(/["\\]/g, "\\$&")}"`)).join(",")}}`;
}
