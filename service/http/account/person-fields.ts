/** What people enter about themselves: parsed from a body, or rejected with one sentence each. */
import { PERSON_LIMITS } from "@dealflow/contract/account-people";
import { characters, isPlainText } from "@dealflow/contract/syntax";
import { normalizeEmail } from "@/service/accounts/people/emails";
import { type PasswordOwner, validatePassword } from "@/service/accounts/people/passwords";
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

export async function parseNewPassword(text: string, owner: PasswordOwner): Promise<string> {
  const problem = await validatePassword(text, owner);
  if (problem !== undefined) throw new ApiError("INVALID_INPUT", problem);
  return text;
}

/** Names are repeated in emails, where a mail program would make a link of it. */
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/|\bwww\./i;

/** @param what `name`, `workspace's name`; without surrounding spaces */
export function parseName(text: string, most: number = PERSON_LIMITS.name, what = "name"): string {
  const name = text.trim().normalize("NFC");
  const length = characters(name);
  if (length < 1 || length > most)
    throw new ApiError("INVALID_INPUT", `The ${what} must have 1 to ${most} characters.`);
  if (!isPlainText(name)) throw new ApiError("INVALID_INPUT", `The ${what} contains an invalid character.`);
  if (ADDRESS.test(name)) throw new ApiError("INVALID_INPUT", `The ${what} can't contain a web address.`);
  return name;
}
