/** Parses the text of the look-up box as one of the selectors of a company. */

import { characters, isUuid, isWellFormed, MAX_TEXT_LENGTH, reduceDomain } from "@dealflow/contract/query/syntax";
import { SELECTORS, type Selector } from "@dealflow/contract/timeline";
import type { CompanyReference } from "@/lib/client/timelines/request";

export const NOTHING_TYPED = "Enter an id, domain, name or profile URL.";

/** These segments precede the handle in the address of a profile. */
const PROFILE_PATH = /^(?:https?:\/\/)?[^/\s]+\.[^/\s]+\/(?:company|school|showcase|organization|in)\/[^/\s]+/i;

/** Returns the likeliest selector; undefined when nothing was typed. */
export function inferSelector(text: string): Selector["param"] | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (isUuid(trimmed)) return "id";
  if (/^@\S+$/.test(trimmed) || PROFILE_PATH.test(trimmed)) return "socialUrl";
  if (!/\s/.test(trimmed) && reduceDomain(trimmed) !== undefined) return "domain";
  return "name";
}

/** Returns the reference by this selector, as the interface accepts it, or why the text is invalid. */
export function parseReference(by: Selector["param"], text: string): CompanyReference | { readonly problem: string } {
  const value = text.trim();
  if (value === "") return { problem: NOTHING_TYPED };
  if (!isWellFormed(value) || characters(value) > MAX_TEXT_LENGTH)
    return { problem: `Use up to ${MAX_TEXT_LENGTH} characters.` };
  if (by === "id") return isUuid(value) ? { by, value: value.toLowerCase() } : { problem: "That isn't a company id." };
  if (by !== "domain") return { by, value };
  const domain = reduceDomain(value);
  return domain === undefined ? { problem: "That isn't a domain." } : { by, value: domain };
}

/** Returns the company that an address names; undefined when it names none. */
export function readReference(
  search: URLSearchParams,
): { readonly by: Selector["param"]; readonly text: string } | undefined {
  for (const { param } of SELECTORS) {
    const text = search.get(param);
    if (text !== null && text.trim() !== "") return { by: param, text };
  }
  return undefined;
}
