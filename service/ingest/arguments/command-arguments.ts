/**
 * Parses the commands about imports that were run before, about which records are one and about which sources count.
 * They take no option but --json.
 */
import { DUPLICATE_KINDS, type DuplicateKind } from "@dealflow/contract/account/duplicates";
import { UsageError } from "@/service/program-options";
import { kindName } from "../write/import-records";

const VERDICTS = ["same", "different", "later", "undo"] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Each command has this many arguments. */
const ARGUMENTS = {
  ...{ list: 0, quality: 0, undo: 1, how: 2, separate: 1, merge: 2, duplicates: 1, joins: 0, decide: 2, trust: 1_000 },
} as const;
/** This word instead of sources makes all equal. */
const NO_ORDER = "none";

type Command = keyof typeof ARGUMENTS;

export function isCommand(command: string | undefined): command is Command {
  return command !== undefined && Object.hasOwn(ARGUMENTS, command);
}

/** Throws `UsageError`. */
export function readCommand(command: Command, given: readonly string[], json: boolean) {
  const extra = given[ARGUMENTS[command]];
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
  const [first, second] = given;
  switch (command) {
    case "list":
    case "quality":
    case "joins":
      return { command, json };
    case "undo":
      if (first === undefined) throw new UsageError("The import is missing: undo <id>; see list.");
      return { command, id: parseNumber("import", first, "list"), json };
    case "duplicates":
      return { command, kind: first === undefined ? undefined : parseDuplicateKind(first), json };
    case "trust":
      if (first === undefined) return { command, sources: undefined, json };
      return { command, sources: first === NO_ORDER && second === undefined ? [] : given, json };
    case "how":
      if (first === undefined) throw new UsageError("The record is missing: how <id or address>.");
      return { command, record: first, other: second, json };
    case "separate":
      if (first === undefined) throw new UsageError("The decision is missing: separate <number>; see how.");
      return { command, id: parseNumber("decision", first, "how"), json };
    case "merge":
      if (first === undefined || second === undefined)
        throw new UsageError("A record is missing: merge <id or address> <id or address>.");
      return { command, records: [first, second] as const, json };
    case "decide":
      return { command, ...parseDecision(first, second), json };
  }
}

function parseDuplicateKind(text: string): DuplicateKind {
  const kind = DUPLICATE_KINDS.find((one) => text === one || text === kindName(one));
  if (kind !== undefined) return kind;
  throw new UsageError(`The kind "${text}" must be one of ${DUPLICATE_KINDS.map(kindName).join(", ")}.`);
}

function parseDecision(id: string | undefined, text: string | undefined) {
  if (id === undefined || text === undefined)
    throw new UsageError("The pair or the verdict is missing: decide <number> same|different|later|undo.");
  const verdict = VERDICTS.find((one) => one === text);
  if (verdict === undefined) throw new UsageError(`The verdict "${text}" must be one of ${VERDICTS.join(", ")}.`);
  return { id: parseNumber("pair", id, "duplicates"), verdict };
}

function parseNumber(what: string, text: string, list: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`There is no ${what} "${text}"; see npm run import -- ${list}.`);
  return Number(text);
}
