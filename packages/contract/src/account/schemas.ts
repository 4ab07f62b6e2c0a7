/**
 * Several subjects of the private API share these schemas. Messages are explicit, because `zod/mini` has none of its
 * own.
 */
import * as z from "zod/mini";

/** The body has exactly these fields; each is named before its message (`name: must be text`). */
export function requestBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `Unrecognized key${issue.keys.length === 1 ? "" : "s"}: ${issue.keys.map((key) => `"${key}"`).join(", ")}`
        : `Invalid input: expected object, received ${typeName(issue.input)}`,
  });
}

function typeName(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** The service checks the text that a person entered, in wording fit for a page. */
export const textField = z.string("must be text");

/** Every problem with the number has this one message. */
export function wholeNumberField(min: number, max: number, message: string) {
  return z.number(message).check(z.refine((n) => Number.isInteger(n) && n >= min && n <= max, message));
}

export function readonlyList<Item extends z.core.SomeType>(item: Item) {
  return z.readonly(z.array(item));
}
