/** Schemas that several subjects of the private API share. Messages are explicit: `zod/mini` has none of its own. */
import * as z from "zod/mini";

/** A body with exactly these fields; each is named before its message (`name: must be text`). */
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

/** Any text: what a person entered is checked by the service, in wording fit for a page. */
export const textField = z.string("must be text");

/** A number whose only message is this one, whatever is wrong with it. */
export function wholeNumberField(min: number, max: number, message: string) {
  return z.number(message).check(z.refine((n) => Number.isInteger(n) && n >= min && n <= max, message));
}

export function listOf<Item extends z.core.SomeType>(item: Item) {
  return z.readonly(z.array(item));
}
