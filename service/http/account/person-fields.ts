/** What people enter about themselves: parsed from a body, or rejected with one sentence each. */
import { PERSON_LIMITS } from "@/lib/contract/account-people";
import { characters, isPlainText } from "@/lib/contract/syntax";
import { normalizeEmail } from "@/service/accounts/people/emails";
import { validatePassword } from "@/service/accounts/people/passwords";
import { ApiError } from "../api-error";

/** The normalized address. */
export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `Enter a valid email address such as name@company.com, with at most ${PERSON_LIMITS.email} characters.`,
    );
  return email;
}

export function parseNewPassword(text: string): string {
  const problem = validatePassword(text);
  if (problem !== undefined) throw new ApiError("INVALID_INPUT", problem);
  return text;
}

/** @param what `name`, `workspace's name`; without surrounding spaces */
export function parseName(text: string, most: number = PERSON_LIMITS.name, what = "name"): string {
  const name = text.trim().normalize("NFC");
  const length = characters(name);
  if (length < 1 || length > most)
    throw new ApiError("INVALID_INPUT", `The ${what} must have 1 to ${most} characters.`);
  if (!isPlainText(name)) throw new ApiError("INVALID_INPUT", `The ${what} contains an invalid character.`);
  return name;
}
