/** Runs the commands that correct, withdraw or erase one record. */
import { createInterface } from "node:readline/promises";
import type pg from "pg";
import { UsageError } from "@/service/program-options";
import type { CorrectArguments, DeleteArguments, RetractArguments } from "../arguments/record-arguments";
import { correctRecord } from "../correct/correct";
import { type ErasureCounts, eraseRecord, planErasure } from "../withdraw/erase";
import { findAnyRecord, findRecord } from "../withdraw/find-record";
import { retractRecord } from "../withdraw/retract";
import { kindName } from "../write/import-records";
import { type CommandOutput, counted } from "./command-output";

export async function runCorrect(pool: pg.Pool, { record, ...request }: CorrectArguments): Promise<CommandOutput> {
  const corrected = await correctRecord(pool, (client) => findAnyRecord(client, record), request, new Date());
  const { id, kind, title, parts, changed } = corrected;
  const what = changed ? "is corrected" : "had these values already, and keeps them";
  return {
    json: corrected,
    text: `The ${kindName(kind)} ${title} ${what}: ${parts.join(", ")}.\nImport ${id}; take it back with: npm run import -- undo ${id}`,
  };
}

export async function runRetract(
  pool: pg.Pool,
  { kind, name, source, reason, by }: RetractArguments,
): Promise<CommandOutput> {
  const retracted = await retractRecord(
    pool,
    (client) => (kind === null ? findAnyRecord(client, name) : findRecord(client, { kind, name, source })),
    { source: source ?? "retraction", reason, by },
    new Date(),
  );
  const { id, title, events } = retracted;
  const those = events === 0 ? "" : ` ${counted(events, "event")} changed with it.`;
  return {
    json: retracted,
    text: `The ${kindName(retracted.kind)} ${title} is withdrawn.${those}\nImport ${id}; bring it back with: npm run import -- undo ${id}`,
  };
}

/** Prints what will be erased, asks for a typed confirmation unless it is given, and erases it. */
export async function runDelete(pool: pg.Pool, args: DeleteArguments): Promise<CommandOutput> {
  const { kind, yes, json, reason } = args;
  const find = (client: pg.ClientBase) => findRecord(client, args);
  const { record, counts } = await planErasure(pool, find);
  if (!json)
    process.stdout.write(
      `This erases the ${kindName(kind)} ${record.title}, and with it ${list(counts)}. It cannot be undone. Backups still hold it.\n`,
    );
  if (!yes) await confirm(kindName(kind));
  const erased = await eraseRecord(pool, find, reason, new Date());
  return { json: { kind, id: record.id, ...erased }, text: `Erased: ${list(erased)}.` };
}

function list({ rounds, acquisitions, moves, roundsWithout, reports, keys, formerNames }: ErasureCounts): string {
  const parts = [
    [rounds, "round"],
    [acquisitions, "acquisition"],
    [moves, "move"],
    [reports, "report"],
    [keys, "key"],
    [formerNames, "former name"],
  ] as const;
  const removed = parts.map(([n, noun]) => counted(n, noun)).join(", ");
  return roundsWithout === 0 ? removed : `${removed}, and its name in ${roundsWithout.toLocaleString("en-US")} rounds`;
}

async function confirm(kind: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError("delete needs --yes where nobody can confirm it.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`Type "erase ${kind}" to go on: `);
  terminal.close();
  if (typed.trim() !== `erase ${kind}`) throw new UsageError("Nothing was erased, because it was not confirmed.");
}
