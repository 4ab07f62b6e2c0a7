/** Reads companies with a list of their rounds as the rounds, and people with a list of their positions as the positions. */
import { isObject } from "@dealflow/contract/query/syntax";

const ROUNDS =
  /^(?:(?:funding|financing|equity)?[\s_-]*(?:rounds|events|deals|raises)|raised|fundings?|financings?|funding[\s_-]?history)$/i;
const WHEN = /date|announced|closed|year/i;
const WHAT = /amount|raised|money|size|round|stage|series|type/i;
/** A list of investments has the names of their companies, so it is no list of the rounds of one. */
const OF_OTHERS = /^(?:name|company|startup|organi[sz]ation|target)/i;

/** Tells whether a key is that of the rounds of a company: `fundingRounds`, `deals`. */
export function isRoundsKey(key: string): boolean {
  return ROUNDS.test(key);
}

const POSITIONS =
  /^(?:positions|experiences?|employments?|jobs|roles|careers?|appointments|(?:work|employment|job|career)[\s_-]?(?:history|experience))$/i;
const EMPLOYER = /^(?:company|organi[sz]ation|employer|firm)(?:[\s_-]?name)?$/i;
/** A person's present job is one of the positions, and no fact of the others. */
const PRESENT =
  /^(?:current[\s_-]?)?(?:company|organi[sz]ation|employer|firm|title|role|position|job)(?:[\s_-]?(?:name|title))?$/i;
/** Other facts of a person, such as an id or a place, are none of a position and its company. */
const OF_BOTH = /name$|source|^person$/i;
const HELD = /title|role|position|start|from|since|joined/i;

/** Returns a record for each round of a company or each position of a person, in place of the list of them; any other record as it is. */
export function expandRecord(record: unknown): readonly unknown[] {
  if (!isObject(record)) return [record];
  for (const [key, list] of Object.entries(record)) {
    if (!Array.isArray(list) || list.length === 0) continue;
    if (isRoundsKey(key) && list.every(isRound)) return list.map((round) => ({ ...record, [key]: round }));
    if (!POSITIONS.test(key) || !list.every(isPosition)) continue;
    const { [key]: _, ...person } = record;
    const entries = Object.entries(person);
    const facts = entries.flatMap(([name, fact]) =>
      PRESENT.test(name) ? [] : [[OF_BOTH.test(name) ? name : `person.${name}`, fact] as const],
    );
    const positions = list.map((position) => ({ ...Object.fromEntries(facts), ...position }));
    // The present position may stand next to the list of the earlier ones.
    const present = entries.find(([name]) => EMPLOYER.test(name))?.[1];
    const isListed = present === undefined || JSON.stringify(list).includes(JSON.stringify(present));
    return isListed ? positions : [person, ...positions];
  }
  return [record];
}

function isPosition(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.some((key) => EMPLOYER.test(key)) && keys.some((key) => HELD.test(key));
}

function isRound(value: unknown): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  const has = (pattern: RegExp) => keys.some((key) => pattern.test(key));
  return has(WHEN) && has(WHAT) && !has(OF_OTHERS);
}
