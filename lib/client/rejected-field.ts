/** Which field of a form a refusal is about. */
import type { AccountError } from "./request-account";

/** Undefined: of all of it, or of none. Messages about an entry name its parameter, the first one named is meant. */
export function findRejectedField<Field extends string>(
  { status, message }: AccountError,
  fields: readonly Field[],
): Field | undefined {
  // Other refusals are of the act and not of what was typed.
  if (status !== 400 && status !== 409) return undefined;
  const words =
    message
      .toLowerCase()
      .replaceAll("e-mail", "email")
      .match(/[a-z]+/g) ?? [];
  return words.map((word) => fields.find((field) => field === word)).find((field) => field !== undefined);
}
