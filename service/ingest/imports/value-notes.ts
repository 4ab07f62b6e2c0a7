/** Collects what a person should know of the values of an import, although nothing is wrong with them. */
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import type { CheckResult } from "../check-row";
import { formatValue } from "../row-error";
import { type CompanyStatement, listInvestors, type Statement } from "../statement";
import { AND_OTHERS, joinEndings } from "../values/investors";
import { normalName } from "../values/text";
import { splitMoves } from "../write/events/joint-moves";
import { type ProblemGroup, ProblemGroups } from "./problems";

/** The most values without a separator that are remembered, to recognize the halves of others. */
const MOST_ALONE = 100_000;
const MOST_LISTS = 5_000;

interface FoundList extends UnsplitList {
  readonly field: string;
  readonly value: string;
  readonly line: number;
  rows: number;
}

/** These contain commas and joining words, and are one value. */
const LABELS: ReadonlySet<string> = new Set(INDUSTRIES.map(normalName));

export class ValueNotes {
  readonly #nothing = new ProblemGroups();
  readonly #split = new ProblemGroups();
  readonly #doubts = new ProblemGroups();
  readonly #lists = new Map<string, FoundList>();
  readonly #alone = new Set<string>();

  add(line: number, { statement, nothing }: CheckResult): void {
    for (const { field, value } of nothing)
      this.#nothing.add(`${field} ${formatValue(value)} states nothing.`, line, { field, value });
    const people = splitMoves(statement).length;
    if (statement.kind === "exec_move" && people > 1) {
      const value = statement.person.name;
      const problem = `person.name ${formatValue(value)} names ${people} people, each of whom has a move.`;
      this.#split.add(problem, line, { field: "person.name", value });
    }
    const isBare = statement.kind === "funding" && statement.amount === null && statement.round === null;
    for (const [field, value] of listNames(statement)) {
      if (value === null) continue;
      const doubt =
        isBare && statement.investors.length === 0
          ? "has a round of which no amount, stage or investor is stated."
          : DOUBTFUL.test(value) || (field === "investors" && JOINT.test(value))
            ? "may have more than a name, and is stored as it is written."
            : undefined;
      if (doubt !== undefined) this.#doubts.add(`${field} ${formatValue(value)} ${doubt}`, line, { field, value });
    }
    for (const [field, values] of listFields(statement)) for (const value of values) this.#addItem(line, field, value);
  }

  #addItem(line: number, field: string, value: string): void {
    const list = unsplitList(value);
    if (list === undefined || LABELS.has(normalName(value))) {
      if (this.#alone.size < MOST_ALONE) this.#alone.add(normalName(value));
      return;
    }
    const key = `${field}\n${value}`;
    const found = this.#lists.get(key);
    if (found !== undefined) found.rows++;
    else if (this.#lists.size < MOST_LISTS) this.#lists.set(key, { ...list, field, value, line, rows: 1 });
  }

  /** Returns values that mean that nothing is known, by the words of sources or the map, with the most frequent first. */
  nothing(most: number): readonly ProblemGroup[] {
    return this.#nothing.list(most);
  }

  /** Returns names of several people, with the most frequent first. */
  split(most: number): readonly ProblemGroup[] {
    return this.#split.list(most);
  }

  /** Returns names next to which something else may stand, and those of bare rounds, with the most frequent first. */
  doubts(most: number): readonly ProblemGroup[] {
    return this.#doubts.list(most);
  }

  /** Returns values of lists that were stored as one and look like several, with the most frequent first. */
  lists(most: number): readonly ProblemGroup[] {
    return [...this.#lists.values()]
      .filter(({ halves }) => halves === null || halves.every((half) => this.#alone.has(normalName(half))))
      .sort((a, b) => b.rows - a.rows || a.line - b.line)
      .slice(0, most)
      .map(({ field, value, split, rows, line }) => ({
        problem: `${field} ${formatValue(value)} is stored as one value; to split it, add to the rule of ${field}: "split": ${JSON.stringify(split)}.`,
        rows,
        line,
        left: { field, value },
      }));
  }
}

/** Brackets, shares, signs, separators and several words without capitals are in few names, and often next to one. */
const DOUBTFUL =
  /[)\]）】]$|\d\s?%$|\p{Sc}|[®™]|\s[-–—|]\s|:\s|^(?=.*\p{Lu})(?:.*?\s\p{Ll}{4,}(?=\s|$)){2}|\s\p{Ll}{1,3}\.(?:\s?\p{Ll}\.)?$|^.{80}/u;

function listNames(statement: Statement): (readonly [field: string, name: string | null])[] {
  const investors = listInvestors(statement).map(({ name }) => ["investors", name] as const);
  switch (statement.kind) {
    case "company":
      return [["name", statement.company.name]];
    case "investor":
      return [["name", statement.investor.name]];
    case "funding":
      return [["company.name", statement.company.name], ...investors];
    case "acquisition":
      return [
        ["target.name", statement.target.name],
        ["acquirer.name", statement.acquirer.name],
      ];
    case "exec_move":
      return [
        ["person.name", statement.person.name],
        ["company.name", statement.company.name],
        ["fromCompany.name", statement.fromCompany?.name ?? null],
      ];
  }
}

function listFields(statement: Statement): (readonly [field: string, values: readonly string[]])[] {
  const tags = (side: string, company: CompanyStatement | null) =>
    [`${side}industrySubTags`, company?.industrySubTags ?? []] as const;
  switch (statement.kind) {
    case "funding":
      return [["investors", statement.investors.map(({ name }) => name)], tags("company.", statement.company)];
    case "acquisition":
      return [tags("target.", statement.target), tags("acquirer.", statement.acquirer)];
    case "exec_move":
      return [tags("company.", statement.company), tags("fromCompany.", statement.fromCompany)];
    case "company":
      return [tags("", statement.company)];
    case "investor":
      return [];
  }
}

/** Most values have none of these, and are looked at no further. */
const MAY_SEPARATE = /[,;|•+/&、，；]|\s(?:and|et|und|y)\s/i;
/** Signs that separate values, as a map writes them. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\s*[;；]\s*/, ";"],
  [/\s*[|•]\s*/, "[|•]"],
  [/\s*[、，]\s*|,\s+/, "[,、，]"],
  [/\s+\+\s+/, " \\+ "],
  [/\s+\/\s+/, " / "],
];
const JOINT = /\s+(?:&|and|et|und|y)\s+/i;

interface UnsplitList {
  /** The regular expression that splits it, for a map. */
  readonly split: string;
  /** The value is a list only if these two also occur alone; null where a sign says that it is one. */
  readonly halves: readonly [string, string] | null;
}

/** Returns undefined for a value that looks like one. A comma before a legal form belongs to the name. */
function unsplitList(value: string): UnsplitList | undefined {
  if (!MAY_SEPARATE.test(value)) return undefined;
  for (const [sign, split] of SIGNS)
    if (joinEndings(value.split(sign).filter((part) => part !== "")).length > 1) return { split, halves: null };
  if (AND_OTHERS.test(value)) return { split: "\\s+(?:&|and|et|und)\\s+", halves: null };
  const [one, other, ...more] = value.split(JOINT);
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return { split: "\\s+(?:&|and|et|und)\\s+", halves: [one, other] };
}
