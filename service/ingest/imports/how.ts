/** Tells how a record came about: which imports named it, under which keys, and why sources were joined. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { explainFeatures, explainRule } from "../resolve/explain";
import { findAnyRecord } from "../withdraw/find-record";
import type { RecordKind } from "../write/import-records";

export interface RecordOrigin {
  readonly id: string;
  readonly kind: RecordKind;
  readonly title: string;
  /** The imports that named the record, oldest first. */
  readonly reports: readonly Report[];
  readonly keys: readonly { readonly source: string; readonly key: string }[];
  readonly joins: readonly Join[];
}

interface Report {
  readonly importId: string;
  readonly source: string;
  readonly file: string;
  readonly at: string;
  /** The first row of the file that named it. */
  readonly line: number;
  readonly effect: "added" | "changed" | "named";
}

interface Join {
  readonly id: string;
  readonly source: string;
  readonly key: string;
  readonly verdict: "same" | "different";
  readonly rule: string;
  /** The likelihood by names alone, from 0 to 1; null when a person decided. */
  readonly score: number | null;
  readonly because: readonly string[];
  readonly at: string;
}

/**
 * Throws `ImportError` when there is no such record.
 * @param address the id of a record, or its address in the dashboard
 */
export function describeOrigin(pool: pg.Pool, address: string): Promise<RecordOrigin> {
  return inTransaction(pool, async (client) => {
    const { id, kind, title } = await findAnyRecord(client, address);
    const reports = await client.query<StoredReport>(
      `select i.id::text as "importId", i.source, i.file, i.started_at as at, r.line, r.effect
       from import_records r join imports i on i.id = r.import_id where r.record_id = $1 order by i.id`,
      [id],
    );
    const keys = await client.query<{ source: string; key: string }>(
      "select source, key from external_keys where id = $1 and source <> '' order by source, key",
      [id],
    );
    const joins = await client.query<StoredJoin>(
      `select id::text, source, key, verdict, rule, score, features, at from judgements
       where record_id = $1 order by judgements.id`,
      [id],
    );
    return {
      id,
      kind,
      title,
      reports: reports.rows.map((report) => ({ ...report, at: report.at.toISOString() })),
      keys: keys.rows,
      joins: joins.rows.map(describeJoin),
    };
  });
}

interface StoredReport extends Omit<Report, "at"> {
  readonly at: Date;
}

interface StoredJoin extends Omit<Join, "at" | "because"> {
  readonly features: unknown;
  readonly at: Date;
}

function describeJoin({ features, at, ...join }: StoredJoin): Join {
  return { ...join, because: [explainRule(join.rule), ...explainFeatures(features)], at: at.toISOString() };
}
