/** Reads companies that have their rounds in a list as the rounds, each with the facts of its company. */
import { isObject } from "@dealflow/contract/query/syntax";

const ROUNDS =
  /^(?:(?:funding|financing|equity)?[\s_-]*(?:rounds|events|deals|raises)|fundings?|financings?|funding[\s_-]?history)$/i;
const WHEN = /date|announced|closed|year/i;
const WHAT = /amount|raised|money|size|round|stage|series|type/i;
/** A list of investments has the names of their companies, so it is no list of the rounds of one. */
const OF_OTHERS = /^(?:name|company|startup|organi[sz]ation|target)/i;

/** Tells whether a key is that of the rounds of a company: `fundingRounds`, `deals`. */
export function isRoundsKey(key: string): boolean {
  return ROUNDS.test(key);
}

/** Returns a record for each round of a company, in place of its list of rounds; any other record as it is. */
export function expandRounds(record: unknown): readonly unknown[] {
  if (!isObject(record)) return [record];
  for (const [key, rounds] of Object.entries(record))
    if (isRoundsKey(key) && Array.isArray(rounds) && rounds.length > 0 && rounds.every(isRound))
      return rounds.map((round) => ({ ...record, [key]: round }));
  return [record];
}

function isRound(value: unknown): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  const has = (pattern: RegExp) => keys.some((key) => pattern.test(key));
  return has(WHEN) && has(WHAT) && !has(OF_OTHERS);
}
