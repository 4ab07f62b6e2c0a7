/**
 * Sets the operators' order of sources, and derives the stored records whose leading source it changes from the reports of the
 * one that leads now. An order is an import, so it is listed and undone as one.
 */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { withBulkIndexes } from "../bulk-indexes";
import { agreeOnValues } from "../merge/agree";
import { EVENT_KINDS } from "../withdraw/event-kinds";
import { LEAST_SOURCES } from "../write/events/agreed";
import { readSourceOrder, UNLISTED } from "../write/source-order";
import { ImportError, loadImports, lockImports, noteProgress, recordChange } from "./imports";
import { FIRST_ID, inPortions, PORTION } from "./portions";
import { noTotals } from "./totals";
import { writeReports } from "./write-reports";

export interface RankedSource {
  readonly source: string;
  /** The place in the operator's order, from 1; null for a source that is not in it. */
  readonly place: number | null;
}

/** Lists the sources of all imports, the most trusted first. */
export async function listTrust(pool: pg.Pool): Promise<RankedSource[]> {
  const order = await readSourceOrder(pool);
  const { rows } = await pool.query<RankedSource>(
    `select source, array_position($1::text[], source) as place
     from (select source from imports where kind = 'file' union select unnest($1::text[])) s (source) order by place, source`,
    [order],
  );
  return rows;
}

/**
 * Sets the order, and applies it to what is stored, in one transaction; imports wait until its end, and readers do not. Returns the
 * id of the import that the order is, which is null when it was in force already, and how many records show another source's values
 * now. Throws `ImportError` when a source is named twice or has no import.
 * @param sources the most trusted first; the others come after them, and none means that all are equal
 */
export async function setTrust(pool: pg.Pool, sources: readonly string[], now: Date) {
  const known = new Set((await listTrust(pool)).map(({ source }) => source));
  for (const [index, source] of sources.entries()) {
    if (sources.indexOf(source) !== index) throw new ImportError(`The source ${source} is named twice.`);
    if (!known.has(source)) throw new ImportError(`Nothing was imported from ${source}; see npm run import -- list.`);
  }
  return inTransaction(pool, async (client) => {
    await lockImports(client);
    if (JSON.stringify(await readSourceOrder(client)) === JSON.stringify(sources)) return { id: null, changed: 0 };
    const file = sources.length === 0 ? "all equal" : sources.join(", ");
    const id = await recordChange(client, "order", { source: "order of sources", file, order: sources }, now);
    await withBulkIndexes(client, () => applyOrder(client, id, now));
    const { rowCount } = await client.query("select from import_records where import_id = $1", [id]);
    const changed = rowCount ?? 0;
    await noteProgress(client, id, { ...noTotals(), rows: { ...noTotals().rows, changed } });
    return { id: String(id), changed };
  });
}

/**
 * Selects the rows by which the source that leads a record now named it first in each of its imports. Of equals, the source that
 * added the record leads. A record that was merged counts as the one that it became part of.
 */
const RESTATED = `
with named as (
  select case when m.id is null then r.record_id else current_record(r.record_id) end as id, r.import_id, r.line, i.source,
    coalesce(array_position($2::text[], i.source), ${UNLISTED}) as place_before,
    coalesce(array_position($3::text[], i.source), ${UNLISTED}) as place,
    r.effect <> 'added' or m.id is not null as later
  from import_records r join imports i on i.id = r.import_id left join merged_records m on m.id = r.record_id
  where i.kind = 'file' and i.undone_at is null and i.id < $1 and (r.effect <> 'removed' or m.id is not null)),
led as (
  select id, (array_agg(source order by place, later, import_id))[1] as source
  from named group by id
  having (array_agg(source order by place, later, import_id))[1]
    <> (array_agg(source order by place_before, later, import_id))[1])
insert into restated_rows
select distinct import_id, line from named join led using (id, source) where line > 0`;

/**
 * Applies an order to what was imported before it. The rows of the source that leads a record now are written once more, and only
 * what they change is noted; the undo of an earlier import repeats this.
 */
export async function applyOrder(client: pg.ClientBase, id: number, now: Date, replayed = false): Promise<void> {
  await client.query(
    `create temporary table if not exists restated_rows (import_id integer, line integer, primary key (import_id, line))
       on commit drop`,
  );
  await client.query("truncate restated_rows");
  await client.query(RESTATED, [id, await readSourceOrder(client, id - 1), await readSourceOrder(client, id)]);
  await client.query("analyze restated_rows");
  const { rows } = await client.query<{ id: number }>("select distinct import_id as id from restated_rows");
  const ids = rows.map((row) => row.id);
  for (const restated of await loadImports(client, ids)) {
    const run = { client, importId: id, source: restated.source, now, notify: false, replayed, restates: restated.id };
    await writeReports(run, restated, "import_reports join restated_rows using (import_id, line)");
  }
  for (const events of EVENT_KINDS) {
    const contested = inPortions<string>(PORTION, async (last = FIRST_ID) => {
      const found = await client.query<{ id: string }>(CONTESTED, [events.kind, last]);
      return found.rows.map((row) => row.id);
    });
    for await (const ids of contested) await agreeOnValues({ client, importId: id }, events, ids);
  }
}

/** Selects events of several sources, of which the order may choose other values. */
const CONTESTED = `
select id from (
  select distinct case when m.id is null then r.record_id else current_record(r.record_id) end as id, i.source
  from import_records r join imports i on i.id = r.import_id left join merged_records m on m.id = r.record_id
  where r.kind = $1 and i.kind = 'file' and i.undone_at is null and r.line > 0) reported
where id > $2 group by id having count(*) >= ${LEAST_SOURCES} order by id limit ${PORTION}`;
