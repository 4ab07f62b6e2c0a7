/** Writes the rules that only lists of moves have: the kind of move, the office, and the company that a person leaves. */
import type { Kind } from "../fields";
import { readMoveType } from "../values/moves";
import { type Assigned, withField } from "./assign";
import { findOffice } from "./kind";
import { columnWords } from "./names/column-words";
import { type FieldRule, NO_ROLE } from "./rules";

const MOVE_TYPE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:departures?|departed|left|exits?|resignations?|departs|dismissals?|austritte|salidas)\b/, "departure"],
  [/\b(?:promotions?|promoted)\b/, "promotion"],
];

const PREVIOUS_COMPANY: readonly (readonly [string, string])[] = [
  ["company.name", "fromCompany.name"],
  ["company.domain", "fromCompany.domain"],
  ["company.hqCountry", "fromCompany.hqCountry"],
];

/** A person who leaves without a new company departs from the previous one. */
export function withPreviousCompany(
  kind: Kind,
  assigned: readonly Assigned[],
  rules: readonly FieldRule[],
): readonly FieldRule[] {
  const types = withField(assigned, "moveType").flatMap(({ profile }) => profile.values);
  const named = rules.find(({ field }) => field === "company.name")?.columns[0]?.profile.fill ?? 0;
  if (kind !== "exec_move" || types.length === 0 || named === 1) return rules;
  const areDepartures = types.every((text) => readMoveType(text) === "departure");
  const completed = PREVIOUS_COMPANY.flatMap(([field, from]) => {
    const own = rules.find((one) => one.field === field);
    // Without a column of new companies, nobody is known to come to the previous one.
    if (own === undefined ? !areDepartures : typeof own.rule !== "string") return [];
    const columns = [...(own?.columns ?? []).slice(0, 1), ...withField(assigned, from).slice(0, 1)];
    // A new company without the fact does not have that of the previous one.
    if ((own?.columns[0]?.profile.fill ?? named) < named || columns.length === (own === undefined ? 0 : 1)) return [];
    const [only, ...others] = columns.map(({ profile }) => profile.column);
    const rule = others.length === 0 && only !== undefined ? only : columns.map(({ profile }) => profile.column);
    return [{ field, rule, columns, why: "who has no new company departs from the previous one" }];
  });
  return [...rules.filter(({ field }) => !completed.some((one) => one.field === field)), ...completed];
}

/** A row is one move. */
const BOTH_DAYS = "A row with the first and the last day of a person is the appointment; the departure is left out.";

/** A former role is one that the person has left. */
const FORMER: [string, string][] = [
  [String.raw`^(?:former|ex|ehemalig\w*|ancien(?:ne)?)\b`, "departure"],
  [NO_ROLE, "departure"],
];

function moveTypeRules(fileName: string, assigned: readonly Assigned[]): FieldRule[] {
  if (withField(assigned, "moveType").length > 0) return [];
  const field = "moveType";
  const [constant, why] = moveType(fileName, assigned);
  const [joined, left] = ["joined", "left"].map((concept) =>
    withField(assigned, "effectiveDate").find((column) => column.concept === concept),
  );
  if (joined !== undefined && left !== undefined) {
    const rule = [
      { column: joined.profile.column, otherwise: "appointment" },
      { column: left.profile.column, otherwise: "departure" },
    ];
    const columns = [joined, left];
    return [{ field, rule, columns, why: "a row without the first day is a departure", assumption: BOTH_DAYS }];
  }
  const [role] = withField(assigned, "role");
  const patterns = FORMER.filter(([pattern]) =>
    role?.profile.values.some((text) => new RegExp(pattern, "i").test(text)),
  );
  if (role === undefined || patterns.length === 0) return [{ field, rule: { constant }, columns: [], why }];
  const rule = [{ column: role.profile.column, patterns, otherwise: null }, { constant }];
  const assumption = `moveType is departure where the role is a former one, and otherwise ${constant}: ${why}.`;
  return [{ field, rule, columns: [role], assumption }];
}

export function moveRules(fileName: string, assigned: readonly Assigned[]): FieldRule[] {
  return [...moveTypeRules(fileName, assigned), ...officeRules(assigned)];
}

function officeRules(assigned: readonly Assigned[]): FieldRule[] {
  const [person] = withField(assigned, "person.name");
  const office = person === undefined ? undefined : findOffice(person.profile);
  if (office === undefined || person === undefined || withField(assigned, "role").length > 0) return [];
  const why = `the name of ${person.profile.column} says so`;
  return [{ field: "role", rule: { constant: office }, columns: [], why }];
}

function moveType(fileName: string, assigned: readonly Assigned[]): [string, string] {
  const has = (concept: string) => assigned.some((column) => column.concept === concept);
  if (has("left") && !has("joined")) return ["departure", "a column has the day on which the person left"];
  const words = columnWords(fileName).join(" ");
  const found = MOVE_TYPE_WORDS.find(([pattern]) => pattern.test(words));
  if (found !== undefined) return [found[1], "the name of the file says so"];
  return ["appointment", has("joined") ? "a column has the day on which the person came" : "no column tells the move"];
}
