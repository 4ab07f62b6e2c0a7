/** Validates e-mail addresses (RFC 5321, 6531), and normalizes them to the one form that is stored and compared. */
import { domainToASCII, domainToUnicode } from "node:url";
import { PERSON_LIMITS } from "@dealflow/contract/account/people";
import { isWellFormed } from "@dealflow/contract/query/syntax";

/** The part before the `@` is words of any script with dots between them, or anything within quotes. */
const WORDS = /^[^\p{Cc}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\p{Cc}\p{Z}"(),.:;<>@[\\\]]+)*$/u;
const QUOTED = /^"(?:[^\p{Cc}"\\]|\\[\x20-\x7e])+"$/u;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST_LOCAL_BYTES = 64;

/**
 * Normalizes an address: lower case throughout, because no provider in use distinguishes by case and people do not
 * either; an internationalized domain in its own script. Returns undefined for an invalid address.
 */
export function normalizeEmail(text: string): string | undefined {
  const given = text.trim().normalize("NFC");
  const at = given.lastIndexOf("@");
  const local = given.slice(0, Math.max(0, at)).toLowerCase();
  const ascii = domainToASCII(given.slice(at + 1)).toLowerCase();
  const email = `${local}@${domainToUnicode(ascii)}`;
  const isLocal = (WORDS.test(local) || QUOTED.test(local)) && Buffer.byteLength(local) <= LONGEST_LOCAL_BYTES;
  const fits = email.length <= PERSON_LIMITS.email && `${local}@${ascii}`.length <= PERSON_LIMITS.email;
  return isLocal && HOST.test(ascii) && fits && isWellFormed(email) ? email : undefined;
}
