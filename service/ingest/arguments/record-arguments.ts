/** Parses the commands that correct, withdraw or erase one record. */
import { UsageError } from "@/service/program-options";
import { startedBy } from "../imports/imports";
import { parseKind } from "../withdraw/find-record";
import { kindName, STORED_KINDS } from "../write/import-records";
import type { Values } from "./arguments";

const KINDS = STORED_KINDS.map(kindName);
const LONGEST_REASON = 500;

export type RetractArguments = ReturnType<typeof readRetract>;

/** The kind is null for a record that is named by its id or address alone. Throws `UsageError`. */
export function readRetract(others: readonly string[], given: Values) {
  const [kind, name, extra] = others.length === 1 ? [null, ...others] : others;
  return {
    command: "retract" as const,
    ...readName("retract", [kind, name, extra], given),
    by: startedBy(given.person),
  };
}

export type CorrectArguments = ReturnType<typeof readCorrect>;

/** An event is named by its id, or by its address in the dashboard. Throws `UsageError`. */
export function readCorrect([record, ...stated]: readonly string[], given: Values) {
  if (record === undefined)
    throw new UsageError("The event is missing: correct <id or address> <field>=<new value> … --reason <text>.");
  const values = new Map<string, string>([]);
  for (const text of stated) {
    const [field = "", ...rest] = text.split("=");
    if (rest.length === 0) throw new UsageError(`"${text}" must be <field>=<new value>, such as round=seed.`);
    if (values.has(field)) throw new UsageError(`The field ${field} has two values.`);
    values.set(field, rest.join("="));
  }
  const [reason, by] = [readReason(given), startedBy(given.person)];
  return { command: "correct" as const, record, values, reason, by, json: given.json === true };
}

export type DeleteArguments = ReturnType<typeof readDelete>;

/** Throws `UsageError`. The flag `yes` deletes without a confirmation. */
export function readDelete([kind, name, extra]: readonly string[], given: Values) {
  const named = readName("delete", [kind, name, extra], given);
  if (named.kind === null) throw missing("delete");
  return { command: "delete" as const, ...named, kind: named.kind, yes: given.yes === true };
}

function readName(
  command: string,
  [kind, name, extra]: readonly (string | null | undefined)[],
  { source, json = false, ...given }: Values,
) {
  if (kind === undefined || name == null) throw missing(command);
  if (extra != null) throw new UsageError(`Unexpected argument "${extra}"; ${command} one record at a time.`);
  const known = kind === null ? null : parseKind(kind);
  if (known === undefined) throw new UsageError(`The kind "${kind}" must be one of ${KINDS.join(", ")}.`);
  return { kind: known, name, source, reason: readReason(given), json };
}

function readReason({ reason }: Pick<Values, "reason">): string {
  const words = reason?.trim() ?? "";
  if (words === "" || words.length > LONGEST_REASON)
    throw new UsageError(`--reason must be 1 to ${LONGEST_REASON} characters; it says why the record changes.`);
  return words;
}

function missing(command: string): UsageError {
  return new UsageError(
    `The record is missing: ${command} <kind> <id>, or <key> with --source; kinds: ${KINDS.join(", ")}.`,
  );
}
