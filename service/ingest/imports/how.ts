/** Tells how a record came about: which imports named it, under which keys, and why sources were joined. Samples show how often joins are right. */
import type { RecordOrigin } from "@dealflow/contract/account/imports/imports";
import type pg from "pg";
import * as z from "zod";
import { inTransaction } from "@/service/store/transaction";
import { presentValues } from "../correct/present-values";
import { explainFeatures, explainRule } from "../resolve/explain";
import { findAnyRecord } from "../withdraw/find-record";
import { PARTS } from "../write/import-records";
import { readDisagreements } from "./stated-values";

export type SourceDecision = RecordOrigin["joins"][number];

/**
 * Throws `ImportError` when there is no such record.
 * @param address the id of a record, or its address in the dashboard
 */
export function describeOrigin(pool: pg.Pool, address: string): Promise<RecordOrigin> {
  return inTransaction(pool, async (client) => {
    const found = await findAnyRecord(client, address);
    const { id, kind, title, record } = found;
    const merged = await client.query<{ id: string }>(
      `${PARTS} select part_id as id from part where part_id <> id order by part_id`,
      [[id]],
    );
    const parts = [id, ...merged.rows.map((row) => row.id)];
    const reports = await client.query<StoredReport>(
      `select i.id::text as "importId", i.source, i.file, i.started_at as at, r.line, r.effect,
         coalesce(c.reason, w.reason) as reason
       from import_records r join imports i on i.id = r.import_id left join corrections c on c.import_id = i.id
         left join retractions w on w.import_id = i.id
       where r.record_id = any($1::uuid[]) and not (i.kind = 'merge' and r.effect = 'removed') order by i.id, r.line`,
      [parts],
    );
    const keys = await client.query<{ source: string; key: string }>(
      "select source, key from external_keys where id = $1 and source <> '' order by source, key",
      [id],
    );
    const joins = await client.query<StoredDecision>(
      `select j.id::text, j.source, j.key, j.verdict, j.rule, j.score, j.features, j.at from judgements j
       where j.record_id = any($1::uuid[]) and not exists (
         select from judgements moved where moved.kind = j.kind and moved.source = j.source and moved.key = j.key
           and moved.moved_from = j.record_id and moved.id > j.id)
       order by j.id`,
      [parts],
    );
    return {
      id,
      kind,
      title,
      reports: reports.rows.map((report) => ({ ...report, at: report.at.toISOString() })),
      keys: keys.rows,
      joins: joins.rows.map(describeDecision),
      merged: parts.slice(1),
      disagreements: await readDisagreements(client, { kind, ...named.parse(JSON.parse(record)) }, parts),
      facts: presentValues(found),
    };
  });
}

const named = z.object({ name: z.string().nullable().default(null), domain: z.string().nullable().default(null) });

interface StoredReport extends Omit<RecordOrigin["reports"][number], "at"> {
  readonly at: Date;
}

interface StoredDecision extends Omit<SourceDecision, "at" | "because"> {
  readonly features: unknown;
  readonly at: Date;
}

function describeDecision({ features, at, ...decision }: StoredDecision): SourceDecision {
  return { ...decision, because: [explainRule(decision.rule), ...explainFeatures(features)], at: at.toISOString() };
}

const IN_FORCE = `judgements j where j.verdict = 'same' and j.import_id is not null
  and exists (select from imports i where i.id = j.import_id and i.undone_at is null)
  and not exists (select from retractions r where r.record_id = current_record(j.record_id))`;

/**
 * Returns how many joins imports made that nobody took back, and some of them, each with the record that the source's key was
 * taken for.
 * @param limit joins to choose
 */
export function sampleJoins(pool: pg.Pool, limit: number) {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<StoredDecision & { readonly recordId: string; readonly all: number }>(
      `select id::text, record_id as "recordId", source, key, verdict, rule, score, features, at,
         count(*) over () as all
       from ${IN_FORCE} order by random() limit $1`,
      [limit],
    );
    const joins = [];
    for (const { recordId, all: _, ...decision } of rows) {
      const { id, kind, title } = await findAnyRecord(client, recordId);
      joins.push({ ...describeDecision(decision), record: { id, kind, title } });
    }
    return { all: rows[0]?.all ?? 0, joins };
  });
}
