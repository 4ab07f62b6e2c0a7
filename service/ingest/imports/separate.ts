/** Takes a join back: a person says that what a source reported is not the record that it was taken for. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import type { RecordKind } from "../write/import-records";
import { ImportError } from "./imports";
import { holdImports, rederive } from "./undo";

/**
 * Derives the import that made the join again, with the decision that the two are different, which later imports obey too.
 * Records keep their ids. Returns how many imports were derived again. Throws `ImportError` when there is no such join in force.
 */
export async function separate(pool: pg.Pool, id: number, now: Date) {
  return inTransaction(pool, async (client) => {
    const { importId, ...join } = await findJoin(client, id);
    const affected = await holdImports(client, importId);
    await rederive(client, affected, affected, async () => {
      await client.query(
        `insert into judgements (kind, record_id, source, key, verdict, rule, at)
         values ($1, $2, $3, $4, 'different', 'person', $5)`,
        [join.kind, join.recordId, join.source, join.key, now],
      );
    });
    return { id: String(id), ...join, rederived: affected.length };
  });
}

async function findJoin(client: pg.ClientBase, id: number): Promise<FoundJoin> {
  const { rows } = await client.query<FoundJoin>(
    `select kind, record_id as "recordId", source, key, import_id as "importId" from judgements
     where id = $1 and verdict = 'same' and import_id is not null`,
    [id],
  );
  const [join] = rows;
  if (join === undefined) throw new ImportError(`There is no join ${id}; see npm run import -- how <id of a record>.`);
  return join;
}

interface FoundJoin {
  readonly kind: RecordKind;
  readonly recordId: string;
  readonly source: string;
  readonly key: string;
  readonly importId: number;
}
