/**
 * Undoes an import in one transaction. What it changed is put back as it was; when later imports named the same
 * records, they are taken back too and derived again from their reports, so that the database is as if the undone
 * import had never run.
 */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { applyCorrection, correctReturned } from "../correct/apply";
import { repeatMerge } from "../merge/merge";
import { repeatRetraction } from "../withdraw/retract";
import { withdrawMissing } from "../withdraw/withdraw-missing";
import { ImportError, isRunning, loadImports, lockImports, type StoredImport } from "./imports";
import { applyOrder } from "./source-trust";
import { refreshEvents, takeBack } from "./take-back";
import { writeReports } from "./write-reports";

/**
 * Returns how many records only this import knew, how many it had changed or removed, and how many later imports were derived
 * again. Throws `ImportError` when there is no such import, it is running, or it was undone before.
 */
export async function undoImport(pool: pg.Pool, id: number, now: Date) {
  return inTransaction(pool, async (client) => {
    const affected = await holdImports(client, id);
    const counts = await countRecords(client, id);
    const later = affected.slice(1);
    await rederive(client, affected, later, async () => {
      await client.query("delete from exchange_rates where import_id = $1", [id]);
      await client.query("update imports set undone_at = $2 where id = $1", [id, now]);
    });
    return { id: String(id), undoneAt: now.toISOString(), ...counts, rederived: later.length };
  });
}

/**
 * Returns the import and the later ones that named its records, and keeps others from starting until the transaction ends;
 * readers are not blocked.
 */
export async function holdImports(client: pg.ClientBase, id: number): Promise<readonly StoredImport[]> {
  await lockImports(client);
  await client.query("set local dealflow.undo = 'on'");
  return affectedImports(client, await undoable(client, id));
}

/** Takes imports back, the newest first, and derives those that are kept again; `between` may change what they read. */
export async function rederive(
  client: pg.ClientBase,
  affected: readonly StoredImport[],
  kept: readonly StoredImport[],
  between: () => Promise<void>,
): Promise<void> {
  const [first] = affected;
  if (first === undefined) return;
  const start = { id: first.id, isUndone: !kept.includes(first) };
  await withBulkIndexes(client, async () => {
    if (kept.length > 0) await rememberTimes(client, affected);
    await client.query("create temporary table undo_changed (id uuid, kind text) on commit drop");
    for (const one of affected.toReversed()) await takeBack(client, one.id, start);
    await between();
    await refreshEvents(client);
    if (kept.length === 0) return;
    // Rows are compared with events as they are now.
    for (const one of kept) await replay(client, one);
    await keepReplayedTimes(client);
    await refreshEvents(client);
  });
}

async function undoable(client: pg.ClientBase, id: number): Promise<StoredImport> {
  const [found] = await loadImports(client, [id]);
  if (found === undefined) throw new ImportError(`There is no import ${id}; see npm run import -- list.`);
  if (found.undoneAt !== null)
    throw new ImportError(`Import ${id} was already undone on ${found.undoneAt.toISOString().slice(0, 10)}.`);
  if (await isRunning(client, id)) throw new ImportError(`Import ${id} is still running; stop it first.`);
  return found;
}

/**
 * Returns the import and the later ones that named a record of it, or of one of these, or that removed a company, an investor or a
 * person of an event that comes back with them, in the order in which they ran.
 */
async function affectedImports(client: pg.ClientBase, undone: StoredImport): Promise<StoredImport[]> {
  const known = [undone.id, ...(undone.kind === "order" ? await loadOrdered(client, undone.id) : [])];
  for (let latest = known; latest.length > 0; known.push(...latest)) {
    const { rows } = await client.query<{ id: number }>(
      `with gone as materialized (
         select record_id as id, import_id from import_records
         where effect = 'removed' and kind in ('company', 'investor', 'person')
           and import_id > (select min(id) from unnest($1::integer[]) id) and import_id <> all($2::integer[]))
       select later.import_id as id from import_records r join import_records later using (record_id)
       where r.import_id = any($1::integer[]) and later.import_id > r.import_id and later.import_id <> all($2::integer[])
       union
       select gone.import_id from import_records r
         cross join regexp_matches(r.before, 'id\\\\*"\\s*:\\s*\\\\*"([0-9a-f-]{36})', 'g') as party (ids)
         join gone on gone.id = party.ids[1]::uuid
       where exists (select from gone) and r.import_id = any($1::integer[]) and r.effect in ('changed', 'removed')
         and r.kind in ('funding', 'acquisition', 'exec_move') and gone.import_id > r.import_id`,
      [latest, known],
    );
    latest = rows.map((row) => row.id);
    if (latest.length === 0) break;
  }
  return loadImports(client, known);
}

/** Returns the imports after an order to which it applied: they named records that other sources named too. */
async function loadOrdered(client: pg.ClientBase, order: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select distinct r.import_id as id from import_records r join imports own on own.id = r.import_id
     where r.import_id > $1 and exists (
       select from import_records o join imports i on i.id = o.import_id
       where o.record_id = r.record_id and i.kind = 'file' and i.source <> own.source)`,
    [order],
  );
  return rows.map(({ id }) => id);
}

async function countRecords(client: pg.ClientBase, id: number): Promise<{ removed: number; restored: number }> {
  const { rows } = await client.query<{ removed: number; restored: number }>(
    `select (count(*) filter (where effect = 'added')
         + (select count(*) from exchange_rates where import_id = $1))::integer as removed,
       count(*) filter (where effect in ('changed', 'removed'))::integer as restored
     from import_records where import_id = $1`,
    [id],
  );
  return rows[0] ?? { removed: 0, restored: 0 };
}

/** Derives the records of an import from its reports, as when it ran, or repeats what a person changed. */
async function replay(client: pg.ClientBase, stored: StoredImport): Promise<void> {
  const { id, kind, source, startedAt, settings } = stored;
  if (kind === "retraction") return repeatRetraction(client, id);
  if (kind === "merge") return repeatMerge(client, id, startedAt);
  if (kind === "correction") {
    await applyCorrection(client, id, startedAt);
    return;
  }
  if (kind === "order") return applyOrder(client, id, startedAt, true);
  await writeReports({ client, importId: id, source, now: startedAt, notify: false, replayed: true }, stored);
  if (settings.full === true) await withdrawMissing(client, id);
  await correctReturned(client, id);
}

const RECORD_TABLES = ["companies", "investors", "funding_events", "acquisitions", "exec_moves"] as const;

/**
 * Notes the records of these imports as they are now: an undo derives some of them again, which were discovered, created
 * and changed when they were, not when another import was undone.
 */
async function rememberTimes(client: pg.ClientBase, imports: readonly StoredImport[]): Promise<void> {
  await client.query("create temporary table undo_records (id uuid primary key, record text not null) on commit drop");
  for (const table of RECORD_TABLES)
    await client.query(
      `insert into undo_records select t.id, t.record from ${table} t
       where t.id in (select record_id from import_records where import_id = any($1::integer[]))`,
      [imports.map(({ id }) => id)],
    );
}

/** Gives replayed records the times that they had; one whose facts are others now keeps the instant of that change. */
async function keepReplayedTimes(client: pg.ClientBase): Promise<void> {
  for (const table of ["companies", "investors"] as const) {
    await client.query(
      `update ${table} t set created_at = (u.record::jsonb ->> 'createdAt')::timestamptz,
         updated_at = (u.record::jsonb ->> 'updatedAt')::timestamptz, record = u.record
       from undo_records u where u.id = t.id and u.record <> t.record
         and u.record::jsonb - '{createdAt,updatedAt}'::text[] = t.record::jsonb - '{createdAt,updatedAt}'::text[]`,
    );
    await setTime(client, table, "created_at", "createdAt");
  }
  for (const table of ["funding_events", "acquisitions", "exec_moves"] as const)
    await setTime(client, table, "discovered_at", "discoveredAt");
}

/** Sets a time in its column and in the text of the record, which is served as it stands. */
async function setTime(client: pg.ClientBase, table: string, column: string, field: string): Promise<void> {
  const part = (record: string) => `'"${field}":"' || (${record}::jsonb ->> '${field}') || '"'`;
  await client.query(
    `update ${table} t set ${column} = (u.record::jsonb ->> '${field}')::timestamptz,
       record = replace(t.record, ${part("t.record")}, ${part("u.record")})
     from undo_records u where u.id = t.id
       and u.record::jsonb ->> '${field}' is distinct from t.record::jsonb ->> '${field}'`,
  );
}
