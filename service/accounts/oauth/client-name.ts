/** Cleans the name of a client, which people see next to the host that it returns to. */
import { CLIENT_LIMITS } from "@dealflow/contract/oauth";
import { characters, isPlainText } from "@dealflow/contract/syntax";

/** Addresses and hosts, which would be taken for where the answer goes, and words that only we may say. */
const MISLEADING = /:\/\/|\bwww\.|[\p{L}\d]\.\p{L}{2}|verified|dealflow/iu;
/** Claude Code adds the name that a person gave to the server, which our documentation suggests. */
const OWN_NAME_ADDED = /\s*\(dealflow\)$/i;

/** Cut to the maximum length; undefined for a name that could mislead, whose client is known by its host. */
export function cleanClientName(given: string | undefined): string | undefined {
  const name = given?.normalize("NFKC").trim().replace(OWN_NAME_ADDED, "") ?? "";
  if (name === "" || !isPlainText(name) || MISLEADING.test(name)) return undefined;
  return characters(name) <= CLIENT_LIMITS.name ? name : `${[...name].slice(0, CLIENT_LIMITS.name - 1).join("")}…`;
}
