/** Notes which things of a source were found to be known records of another, and obeys what people decided about that. */
import type pg from "pg";
import { defer } from "@/service/store/batching";
import { copyRows, type TableRows } from "../copy";
import type { NameVerdict } from "../resolve/score";
import type { Decisions } from "./decisions";
import type { RecordKind } from "./import-records";
import type { Run } from "./update";

interface Judgement {
  readonly kind: RecordKind;
  readonly recordId: string;
  /** The source's own key, or the one made of the content. */
  readonly key: string;
  readonly rule: string;
  readonly verdict: NameVerdict;
}

const JUDGEMENT_ROWS: TableRows<Judgement & { readonly run: Run }> = {
  table: "judgements",
  columns: ["kind", "record_id", "source", "key", "verdict", "rule", "score", "features", "import_id", "at"],
  row: ({ run, kind, recordId, key, rule, verdict }) => [
    ...[kind, recordId, run.source, key, "same", rule],
    ...[verdict.score, JSON.stringify(verdict.features), run.importId, run.now],
  ],
};

export class Judgements {
  readonly #made: Judgement[] = [];

  readonly #forbidden: ReadonlySet<string>;

  constructor(
    private readonly run: Run,
    readonly decisions: Decisions,
  ) {
    this.#forbidden = new Set(decisions.forbidden);
  }

  /** Tells whether a person decided that the source's key is not this record. */
  forbids(kind: RecordKind, recordId: string, key: string): boolean {
    return this.#forbidden.size > 0 && this.#forbidden.has(`${kind} ${recordId} ${key}`);
  }

  add(judgement: Judgement): void {
    this.#made.push(judgement);
  }

  async write(client: pg.ClientBase): Promise<void> {
    const rows = this.#made.map((one) => ({ ...one, run: this.run }));
    await copyRows(client, JUDGEMENT_ROWS, rows);
  }
}

/**
 * Notes that two stored records were found to be one, so that people can see why, and take it back. The record that goes is named by a
 * key of a source, by a domain or by its name. It is called before the merge.
 */
export function noteMerge(
  { client, importId, now }: Run,
  { kind, from, into }: { readonly kind: RecordKind; readonly from: string; readonly into: string },
  rule: string,
  { score, features }: { readonly score: number; readonly features: object },
  name = "",
): Promise<void> {
  return defer(
    client,
    `insert into judgements (kind, record_id, source, key, verdict, rule, score, features, import_id, at)
     select $9, $1, coalesce(k.source, ''), coalesce(k.key, d.domain, $3), 'same', $4, $5::real, $6, $7::integer, $8::timestamptz
     from (select) one
       left join lateral (select source, key from external_keys where id = $2 and source <> '' order by 1, 2 limit 1) k on true
       left join lateral (select domain from company_domains where company_id = $2 order by 1 limit 1) d on true`,
    [into, from, name, rule, score, JSON.stringify(features), importId, now, kind],
  );
}
