/** Tells whom the names in a column belong to, and what kind of deals a column tells of. */
import type { Classified } from "./by-name";

const RECIPIENT = /\b(?:recipient|grantee|awardee)s?\b/;

/** Tells whether a column names those who receive grants. */
export function isRecipient({ concept, side, profile }: Classified): boolean {
  return concept === "name" && side === "company" && RECIPIENT.test(profile.words);
}

export function isNameOfPerson({ concept, side }: Classified): boolean {
  return (concept === "name" && side === "person") || concept === "lastName";
}

const BUYOUT =
  /\b(?:(?:leveraged|management|secondary)?[\s-]*buy[\s-]?(?:out|in)s?|[ml]b[oi]|public[\s-]to[\s-]private|take[\s-]private|add[\s-]?on|bolt[\s-]?on|acquisitions?|mergers?|m&a|carve[\s-]?out|trade[\s-]sale|control)\b/i;

/** Tells whether most values of a column say that a company was bought. */
export function isBuyoutType({ concept, profile }: Classified): boolean {
  if (concept !== "round" && concept !== "type") return false;
  return profile.values.filter((text) => BUYOUT.test(text)).length >= Math.max(1, profile.values.length * 0.5);
}
