/** Reads industry groups and verticals from labels, older names, short forms and single words. */
import { INDUSTRY_SPELLINGS } from "@dealflow/contract/query/list-readers";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import type { Vertical } from "@/service/records/company";
import words from "./industry-words.json" with { type: "json" };
import { memoize } from "./memoize";
import { foldWords } from "./text";

/** The words for industries are those that the filters of the interface don't know, and that mean one industry alone. */
const INDUSTRY_NAMES: ReadonlyMap<string, string> = withoutAnd([
  ...Object.entries(words.industries).flatMap(([label, named]) =>
    named.split("|").map((word) => [foldIndustry(word), label] as const),
  ),
  ...[...INDUSTRY_SPELLINGS].map(([name, label]) => [foldIndustry(name), label] as const),
]);

const VERTICAL_NAMES: ReadonlyMap<string, Vertical> = withoutAnd(
  VERTICALS.flatMap(({ value, title }) =>
    [...words.verticals[value].split("|").map(foldWords), foldWords(title), value].map(
      (name) => [name, value] as const,
    ),
  ),
);

/** Codes of customer databases leave the sign of "and" out: `HOSPITAL_HEALTH_CARE`. */
function withoutAnd<Meant>(named: readonly (readonly [string, Meant])[]): ReadonlyMap<string, Meant> {
  return new Map([...named.map(([name, meant]) => [name.replaceAll(" and ", " "), meant] as const), ...named]);
}

const SEPARATOR = /[,;|/>]|\s-\s/;

/** These say nothing of the industry: an `E-commerce platform` is in e-commerce. */
const GENERAL_WORDS = /(?: (?:platform|company|startup|start up|industry|sector|solutions))+$/;

function foldIndustry(text: string): string {
  return foldWords(text.replace(/[&+]/g, " and "));
}

/**
 * Returns the industry group that a text names, or of several parts the first that is known (`FinTech | Mobile`);
 * undefined when none is.
 */
export const readIndustry: (text: string) => string | undefined = memoize((text) => {
  const name = foldIndustry(text);
  const whole = INDUSTRY_NAMES.get(name) ?? INDUSTRY_NAMES.get(name.replace(GENERAL_WORDS, ""));
  if (whole !== undefined || !SEPARATOR.test(text)) return whole;
  const parts = text.split(SEPARATOR).map((part) => INDUSTRY_NAMES.get(foldIndustry(part)));
  return parts.find((label) => label !== undefined);
});

/** These stand between several words for one vertical, such as `FinTech > InsurTech` or `Artificial Intelligence (AI)`. */
const SYNONYM_SEPARATOR = /[,;|/>()&]|\band\b/i;

/** Returns the vertical that a text names, or that all of its parts name; undefined when there is none, as of a whole industry. */
export const readVertical: (text: string) => Vertical | undefined = memoize((text) => {
  const whole = VERTICAL_NAMES.get(foldWords(text));
  if (whole !== undefined || !SYNONYM_SEPARATOR.test(text)) return whole;
  const parts = text.split(SYNONYM_SEPARATOR).map(foldWords);
  const [first, ...others] = parts.filter((part) => part !== "").map((part) => VERTICAL_NAMES.get(part));
  return others.every((vertical) => vertical === first) ? first : undefined;
});
