/** Notes which records an import names, and what each was before the import changed it, so that it can be undone. */
import type pg from "pg";
import { defer } from "@/service/store/batching";
import { copyRows, type TableRows } from "../copy";
import type { Decisions } from "./decisions";
import { LEAST_SOURCES } from "./events/agreed";
import { UNLISTED } from "./source-order";
import type { Run } from "./update";

export const RECORD_TABLES = {
  funding: "funding_events",
  acquisition: "acquisitions",
  exec_move: "exec_moves",
  person: "people",
  investor: "investors",
  company: "companies",
} as const;
export type RecordKind = keyof typeof RECORD_TABLES;

const KIND_NAMES = {
  company: "company",
  investor: "investor",
  person: "person",
  funding: "round",
  acquisition: "acquisition",
  exec_move: "move",
} as const satisfies Record<RecordKind, string>;

export const STORED_KINDS = Object.keys(KIND_NAMES) as RecordKind[];

/** Returns the name of a kind for people; commands accept it too. */
export function kindName(kind: RecordKind): string {
  return KIND_NAMES[kind];
}

interface NamedRecord {
  readonly kind: RecordKind;
  /** This is the first row that named it. */
  readonly line: number;
  effect: "added" | "changed" | "named" | "removed";
  /** The stored text of the record before this import, once the import changed it. */
  before: string | null;
}

interface RecordRow extends NamedRecord {
  readonly id: string;
  readonly importId: number;
}

const RECORD_ROWS: TableRows<RecordRow> = {
  table: "import_records",
  columns: ["record_id", "import_id", "kind", "line", "effect", "before"],
  row: ({ id, importId, kind, line, effect, before }) => [id, importId, kind, line, effect, before],
};

interface Others {
  /** So many sources tell of it. */
  readonly sources: number;
  /** One of them is trusted more, or was the first of equals. */
  readonly outranks: boolean;
}

/**
 * Joins what imports noted of each part. Without the offset, PostgreSQL would read what they noted of all records, because it expects
 * that many were merged.
 */
const NOTED = "cross join lateral (select * from import_records where record_id = part.part_id offset 0) r";
/** Selects one import: each report sent over HTTP is one, so there may be a million, which a plain join may read. */
export const importById = (id: string) => `lateral (select * from imports where id = ${id} offset 0)`;
/** Joins what imports noted of each part, and these imports. */
export const NOTED_BY_IMPORT = `${NOTED} cross join ${importById("r.import_id")} i`;

/** Selects the records `$1`, and those that were merged into each. */
export const PARTS = `with recursive part (id, part_id) as (
  select id, id from unnest($1::uuid[]) record (id)
  union select part.id, m.id from part join merged_records m on m.into_id = part.part_id)`;

/** Covers one batch; earlier batches of the import are in the database, because a file may have any length. */
export class ImportRecords {
  readonly #named: Map<string, NamedRecord>;
  readonly #new: string[] = [];
  readonly #changed: string[] = [];
  #line = 0;

  private constructor(
    private readonly client: pg.ClientBase,
    private readonly importId: number,
    named: Map<string, NamedRecord>,
    /** Other sources named these as well. */
    private readonly others: ReadonlyMap<string, Others>,
    /** The value is the row that first named the record in the import whose rows are written once more; undefined for rows of this import. */
    private readonly restated: ReadonlyMap<string, number> | undefined,
  ) {
    this.#named = named;
  }

  static async load(run: Run, { order }: Decisions, ids: readonly string[]): Promise<ImportRecords> {
    const { client, importId, source } = run;
    // The sum keeps PostgreSQL from the index of imports, by which it read 31,000 rows of the latest imports for one report.
    const { rows } =
      ids.length === 0
        ? { rows: [] }
        : await client.query<(NamedRecord & { id: string; sources: null }) | (Others & { id: string; kind: null })>(
            `${PARTS}
             select record_id as id, kind, line, effect, null::integer as sources, null::boolean as outranks from import_records
               where record_id = any($1::uuid[]) and import_id + 0 = $4
             union all
             select part.id, null, null, null, count(distinct i.source)::integer, bool_or(case when ${sourcePlaceSql("i.source")} = ${sourcePlaceSql("$2")}
               then r.effect = 'added' and part.id = part.part_id else ${sourcePlaceSql("i.source")} < ${sourcePlaceSql("$2")} end)
             from part ${NOTED_BY_IMPORT}
             where i.source <> $2 and i.kind = 'file' and (r.effect <> 'removed' or part.id <> part.part_id) group by part.id`,
            [ids, source, order, importId],
          );
    return new ImportRecords(
      client,
      importId,
      new Map(rows.flatMap((row) => (row.kind === null ? [] : [[row.id, { ...row, before: null }] as const]))),
      new Map(rows.flatMap((row) => (row.kind === null ? [[row.id, row] as const] : []))),
      await loadRestated(run, ids),
    );
  }

  /** Tells whether other sources named the record, so that what they stated of it stays. */
  isShared(id: string): boolean {
    return this.others.has(id);
  }

  /** Tells whether so many sources named the record that most of them can decide. */
  isContested(id: string): boolean {
    return (this.others.get(id)?.sources ?? 0) + 1 >= LEAST_SOURCES;
  }

  /**
   * Tells whether the source is the most trusted of those that named the record, or the first of equals. Another one only
   * adds what is unknown: otherwise two sources would change it in turns.
   */
  leads(id: string): boolean {
    return this.others.get(id)?.outranks !== true;
  }

  /** Starts a row; records named from now on belong to it. */
  beginRow(line: number): void {
    this.#line = line;
  }

  /** Returns true in the first row by which an import names the record, and false afterwards. */
  first(id: string, kind: RecordKind): boolean {
    const isNew = !this.#named.has(id);
    if (isNew) {
      this.#named.set(id, { kind, line: this.restated === undefined ? this.#line : 0, effect: "named", before: null });
      this.#new.push(id);
    }
    return this.restated === undefined ? isNew : this.restated.get(id) === this.#line;
  }

  /** Returns the line of the row before this one that named it first. */
  firstLine(id: string): number | undefined {
    // A record without a line is not named by a row: the import merged it, or changed its events.
    if (this.restated === undefined) return this.#named.get(id)?.line || undefined;
    const line = this.restated.get(id);
    return line !== undefined && line < this.#line ? line : undefined;
  }

  added(id: string): void {
    const named = this.#named.get(id);
    if (named !== undefined) named.effect = "added";
  }

  /** Only the first change of an import counts: before it, the record was as it is again after an undo. */
  changed(id: string, before: string): void {
    const named = this.#named.get(id);
    if (named === undefined || named.effect !== "named") return;
    named.effect = "changed";
    named.before = before;
    this.#changed.push(id);
  }

  async write(): Promise<void> {
    const { client, importId } = this;
    const fresh = new Set(this.#new);
    const rows = [...fresh].flatMap((id) => {
      const named = this.#named.get(id);
      // An order is no source: it names nothing that it does not change.
      const isNoted = named !== undefined && (this.restated === undefined || named.effect !== "named");
      return isNoted ? [{ id, importId, ...named }] : [];
    });
    await copyRows(client, RECORD_ROWS, rows);
    const later = this.#changed.filter((id) => !fresh.has(id));
    if (later.length === 0) return;
    await defer(
      client,
      `update import_records r set effect = 'changed', before = c.before
       from unnest($1::uuid[], $2::text[]) as c (id, before) where r.record_id = c.id and r.import_id = $3`,
      [later, later.map((id) => this.#named.get(id)?.before), importId],
    );
  }
}

/** Returns the place of a source in the order `$3` of a statement. */
function sourcePlaceSql(source: string): string {
  return `coalesce(array_position($3::text[], ${source}), ${UNLISTED})`;
}

async function loadRestated(
  { client, restates }: Run,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number> | undefined> {
  if (restates === undefined) return undefined;
  const { rows } = await client.query<{ id: string; line: number }>(
    `${PARTS} select part.id, min(r.line) as line from part ${NOTED}
     where r.import_id = $2 group by 1`,
    [ids, restates],
  );
  return new Map(rows.map(({ id, line }) => [id, line]));
}
