/** Merges two records because a person decided that they are one. The merge is an import, so it is listed and undone as one. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { COMMAND_LINE, ImportError, type ImportStart, lockImports, recordChange } from "../imports/imports";
import { type FoundRecord, findAnyRecord } from "../withdraw/find-record";
import type { RecordKind } from "../write/import-records";
import { findStored } from "../write/stored-records";
import { mergeWithEvents } from "./merge-events";
import type { Pair } from "./merge-records";
import { acquiredOneAnother } from "./pairs";

/**
 * The record that has been known longer stays. Returns its title, and the id of the import that the merge is. Throws `ImportError`
 * when one does not exist, or the two are of different kinds.
 * @param addresses the ids of two records, or their addresses in the dashboard
 */
export function mergeByHand(
  pool: pg.Pool,
  addresses: readonly [string, string],
  now: Date,
  by: ImportStart["by"] = COMMAND_LINE,
) {
  return inTransaction(pool, (client) => mergeInTransaction(client, addresses, now, by));
}

export async function mergeInTransaction(
  client: pg.ClientBase,
  addresses: readonly [string, string],
  now: Date,
  by: ImportStart["by"],
) {
  // Imports wait until the end; readers do not.
  await lockImports(client);
  const found = [await findAnyRecord(client, addresses[0]), await findAnyRecord(client, addresses[1])] as const;
  const [one, other] = found;
  if (one.kind !== other.kind) throw new ImportError(`${one.title} and ${other.title} are records of different kinds.`);
  if (one.id === other.id) throw new ImportError(`${one.title} and ${other.title} are already one record.`);
  if (await haveDeal(client, { kind: one.kind, from: one.id, into: other.id }))
    throw new ImportError(
      `${one.title} and ${other.title} cannot be one company: one of them acquired the other. Withdraw that acquisition first.`,
    );
  const [into, from] = (await isOlder(client, one, other)) ? [one, other] : [other, one];
  const pair = { kind: one.kind, from: from.id, into: into.id };
  const file = `${from.title} into ${into.title}`;
  const id = await recordChange(client, "merge", { source: "merge", file, by }, now);
  await client.query("insert into merges (import_id, kind, from_id, into_id) values ($1, $2, $3, $4)", [
    ...[id, pair.kind, pair.from, pair.into],
  ]);
  await withBulkIndexes(client, () => mergeWithEvents({ client, importId: id, now }, pair));
  return { ...pair, id: String(id), title: into.title };
}

/** Tells whether one of two companies acquired the other. */
async function haveDeal(client: pg.ClientBase, { kind, from, into }: Pair): Promise<boolean> {
  if (kind !== "company") return false;
  const { rowCount } = await client.query(`select where ${acquiredOneAnother("$1", "$2")}`, [from, into]);
  return rowCount !== 0;
}

async function isOlder(client: pg.ClientBase, one: FoundRecord, other: FoundRecord): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `select k.id from unnest($1::uuid[]) k (id) left join import_records r on r.record_id = k.id and r.effect = 'added'
     order by r.import_id nulls first, r.line, k.id limit 1`,
    [[one.id, other.id]],
  );
  return rows[0]?.id === one.id;
}

/** Merges the two records of a merge once more, after an undo derived them again. */
export async function repeatMerge(client: pg.ClientBase, importId: number, now: Date): Promise<void> {
  const { rows } = await client.query<Pair & { kind: RecordKind }>(
    `select kind, current_record(from_id) as from, current_record(into_id) as into from merges where import_id = $1`,
    [importId],
  );
  for (const pair of rows) {
    const found = await findStored(client, pair.kind, [pair.from, pair.into]);
    if (found.size === 2 && !(await haveDeal(client, pair))) await mergeWithEvents({ client, importId, now }, pair);
  }
}
