/** Chooses joins at random, so that a person can read how often imports are right. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { findAnyRecord } from "../withdraw/find-record";
import type { RecordKind } from "../write/import-records";
import { describeJoin, type Join, type StoredJoin } from "./how";

export interface SampledJoin extends Join {
  /** The record that the source's key was taken for. */
  readonly record: { readonly id: string; readonly kind: RecordKind; readonly title: string };
}

export interface JoinSample {
  /** Joins that imports made and nobody took back. */
  readonly all: number;
  readonly joins: readonly SampledJoin[];
}

const IN_FORCE = `judgements j where j.verdict = 'same' and j.import_id is not null
  and exists (select from imports i where i.id = j.import_id and i.undone_at is null)
  and not exists (select from retractions r where r.record_id = current_record(j.record_id))`;

/** @param limit joins to choose */
export function sampleJoins(pool: pg.Pool, limit: number): Promise<JoinSample> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<StoredJoin & { readonly recordId: string; readonly all: number }>(
      `select id::text, record_id as "recordId", source, key, verdict, rule, score, features, at,
         count(*) over () as all
       from ${IN_FORCE} order by random() limit $1`,
      [limit],
    );
    const joins: SampledJoin[] = [];
    for (const { recordId, all: _, ...join } of rows) {
      const { id, kind, title } = await findAnyRecord(client, recordId);
      joins.push({ ...describeJoin(join), record: { id, kind, title } });
    }
    return { all: rows[0]?.all ?? 0, joins };
  });
}
