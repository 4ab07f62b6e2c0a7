/** Password policy: long, and not among the most common ones. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { PERSON_LIMITS } from "@/lib/contract/account-people";
import { characters, isWellFormed } from "@/lib/contract/syntax";

/** Of the list, which begins with the most common. */
const COMMON_COUNT = 10_000;

const common = new Set(
  dictionary["passwords-common"]
    .slice(0, COMMON_COUNT)
    .map(normalizePassword)
    .filter((password) => characters(password) >= PERSON_LIMITS.password.min),
);

/** The problem with a password, in one sentence; undefined: none. The password itself is never repeated. */
export function validatePassword(password: string): string | undefined {
  const { min, max } = PERSON_LIMITS.password;
  const length = characters(password);
  if (length < min) return `The password must have at least ${min} characters; it has ${length}.`;
  if (length > max) return `The password can have at most ${max} characters; it has ${length}.`;
  if (!isWellFormed(password)) return "The password contains an invalid character.";
  if (common.has(normalizePassword(password))) return "This password is one of the 10,000 most common. Choose another.";
  return undefined;
}

/** Removes the usual disguises of a common password: case, and forms of the same letter. */
function normalizePassword(password: string): string {
  return password.normalize("NFKC").toLowerCase();
}
