/** Writes what corrections state into their events. */
import type pg from "pg";
import { checkRow } from "../check-row";
import { CHANGE_FORMATS } from "../imports/imports";
import { parseReport } from "../imports/reports";
import { writeBatch } from "../write/batch";
import type { RecordKind } from "../write/import-records";
import { findStored } from "../write/stored-records";

interface StoredCorrection {
  readonly kind: RecordKind;
  readonly id: string;
  readonly parts: readonly string[];
  /** It is null once it was erased. */
  readonly report: string | null;
}

/**
 * Changes the event of a correction. One that no import states any more, and a correction whose report was erased, are left alone.
 * The refusal says why the event does not have a value, such as a company that was withdrawn.
 * @param now the time at which the correction was made
 * @param importId the import that notes the change, if it is another than the correction
 */
export async function applyCorrection(
  client: pg.ClientBase,
  number: number,
  now: Date,
  importId = number,
): Promise<{ readonly changed: boolean; readonly refusal?: string | undefined }> {
  const { rows } = await client.query<StoredCorrection>(
    `select c.kind, current_record(c.record_id) as id, c.parts, r.report
     from corrections c left join import_reports r on r.import_id = c.import_id where c.import_id = $1`,
    [number],
  );
  const [correction] = rows;
  if (correction?.report == null) return { changed: false };
  const { kind, id, parts, report } = correction;
  if ((await findStored(client, kind, [id])).size === 0) return { changed: false };
  const { statement } = checkRow(parseReport(report), { ...CHANGE_FORMATS, rates: null, now });
  const { outcomes, rejected, detached } = await writeBatch(
    {
      client,
      importId,
      source: "correction",
      now,
      notify: false,
      replayed: true,
      corrects: { id, parts: new Set(parts) },
    },
    [{ line: 1, statement }],
  );
  const [refusal] = [...rejected, ...[...detached.values()].flat()].map((one) => one.reason);
  return { changed: outcomes.some(({ outcome }) => outcome === "changed"), refusal };
}

/**
 * Corrects the events again that an import brought back: their correction was made before they went. The correction names them, so
 * that its undo derives the import again.
 */
export async function correctReturned(client: pg.ClientBase, importId: number): Promise<void> {
  const { rows } = await client.query<{ id: number; at: Date }>(
    `with returned as (
       select i.id, i.started_at as at, c.record_id, c.kind from corrections c join imports i on i.id = c.import_id
         join import_records r on r.record_id = c.record_id and r.import_id = $1 and r.effect = 'added'
       where i.undone_at is null and i.id < $1),
     named as (
       insert into import_records (record_id, import_id, kind, line, effect) select record_id, id, kind, 1, 'named' from returned
       on conflict (record_id, import_id) do nothing)
     select id, at from returned order by id`,
    [importId],
  );
  for (const { id, at } of rows) await applyCorrection(client, id, at, importId);
}
