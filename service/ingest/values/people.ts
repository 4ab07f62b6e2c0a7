/** Reads the cell of a person's name, which may name several people, or one with the family name first. */
import { AND_OTHERS, joinEndings } from "./investors";
import { memoize } from "./memoize";
import { titleSeniority } from "./moves";

const SEPARATOR = /\s*[;|•、；]\s*|\s+[&+/]\s+|\s*,?\s+(?:and|und|et)\s+/;
const COMMA = /\s*[,，]\s*/;
/** These follow a comma as a part of the name before it. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|ph\.?\s?d|m\.?d|mba|cfa|cpa|obe|cbe)\.?$/i;
/** A headline goes on like this after its names. */
const WHAT_THEY_DO =
  /\s+(?:both\s+)?(?:joins?|joined|to join|are|is|were|was|appointed|named|hired|promoted|becomes?|steps?|stepped|leaves?|left|resigns?|resigned|departs?|as)(?:\s.*)?$/;
const PARTICLES = "(?:de|del|della|der|den|di|da|do|dos|du|la|le|van|von|zu|ten|ter|bin|ibn|al|el|y|e)";
const WORD = String.raw`\p{Lu}[\p{L}'’.-]*`;
const NAME = new RegExp(String.raw`^${WORD}(?:\s+(?:${PARTICLES}\s+)*${WORD}){1,4}$`, "u");
/** One family name, with its particles, stands before a comma, and up to three given names after it. */
const FAMILY_FIRST = new RegExp(
  String.raw`^((?:${PARTICLES}\s+)*${WORD}(?:\s+(?:Jr|Sr|I{2,3}|IV)\.?)?)\s*,\s*(${WORD}(?:\s+${WORD}){0,2})$`,
  "iu",
);
/** These scripts have neither capitals nor, in most names, spaces. */
const WITHOUT_CAPITALS = /^\p{Lo}[\p{Lo}·・\s]+$/u;

/** Returns the names in a cell, in its order: several only when each is a whole name, so that no name is cut in two. */
export const readPeople: (text: string) => readonly [string, ...string[]] = memoize((text) => {
  const named = text.replace(AND_OTHERS, "").replace(WHAT_THEY_DO, "");
  const people = named.split(SEPARATOR).flatMap((part) => (part === "" ? [] : splitAtCommas(part)));
  const [first, ...others] = people;
  if (first !== undefined && others.length > 0 && people.every(isName)) return [first, ...others];
  return [turnRound(text)];
});

function splitAtCommas(text: string): readonly string[] {
  const turned = turnRound(text);
  if (turned !== text) return [turned];
  const parts = text.split(COMMA).filter((part) => part !== "");
  return joinEndings(parts, SUFFIX);
}

function isName(text: string): boolean {
  const [name = ""] = text.split(COMMA);
  return (NAME.test(name) && titleSeniority(name) === undefined) || WITHOUT_CAPITALS.test(name);
}

/** Returns `John Smith` for `Smith, John`, and other texts as they are. */
function turnRound(text: string): string {
  const [, family = "", given = ""] = FAMILY_FIRST.exec(text) ?? [];
  const isOther = given === "" || SUFFIX.test(given) || titleSeniority(given) !== undefined;
  return isOther || !/^\p{Lu}/u.test(given) ? text : `${given} ${family}`;
}
