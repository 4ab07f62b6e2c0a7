/**
 * Checks passwords: long, more than the person's own words and the product's name, and hard to guess by an estimate.
 */
import { PERSON_LIMITS } from "@dealflow/contract/account/people";
import { characters, isWellFormed } from "@dealflow/contract/query/syntax";

/** The name and address of the owner make a password easy to guess. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const PRODUCT = "dealflow";
/** Scores of zxcvbn range from 0 to 4: 3 resists offline guessing of a slow hash. */
const LEAST_SCORE = 3;
/** The estimate takes time by length, and a password is at least as strong as its beginning (characters). */
const ESTIMATED_CHARACTERS = 64;

/** Returns the problem with a password in one sentence, which never repeats it; undefined when there is none. */
export async function validatePassword(password: string, owner: PasswordOwner): Promise<string | undefined> {
  const { min, max } = PERSON_LIMITS.password;
  const length = characters(password);
  if (length < min) return `The password must have at least ${min} characters; it has ${length}.`;
  if (length > max) return `The password can have at most ${max} characters; it has ${length}.`;
  if (!isWellFormed(password)) return "The password contains an invalid character.";
  const text = normalizePassword(password);
  const words = ownWords(owner);
  if (!/\p{L}/u.test(words.reduce((rest, word) => rest.replaceAll(word, ""), text)) && /\p{L}/u.test(text))
    return "The password can't be just your name, your email address or the product's name. Choose another.";
  const { estimatePassword } = await import("./password-strength");
  const beginning = [...text].slice(0, ESTIMATED_CHARACTERS).join("");
  if (estimatePassword(beginning, words) < LEAST_SCORE)
    return "This password is easy to guess. Add words that don't belong together.";
  return undefined;
}

/** Sorts the longest first, so that none hides within another. */
function ownWords({ email, name }: PasswordOwner): string[] {
  const words = [email, ...email.split(/[^\p{L}\p{N}]/u), name, ...name.split(/\s+/), PRODUCT].map(normalizePassword);
  return words.filter((word) => word !== "").sort((a, b) => b.length - a.length);
}

/** Removes the usual disguises of a common password: case, and forms of the same letter. */
function normalizePassword(password: string): string {
  return password.normalize("NFKC").toLowerCase();
}
