/** Keeps the operator's order of sources: of two that state different values, the one that is trusted more counts. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { ImportError } from "./imports";

export interface RankedSource {
  readonly source: string;
  /** The place in the operator's order, from 1; null for a source that is not in it. */
  readonly place: number | null;
}

/** Lists the sources of all imports, the most trusted first. */
export async function listTrust(pool: pg.Pool): Promise<RankedSource[]> {
  const { rows } = await pool.query<RankedSource>(
    `select source, t.position as place
     from (select source from imports where kind = 'file' union select source from source_trust) s
       left join source_trust t using (source) order by t.position, source`,
  );
  return rows;
}

/**
 * Sets the order, which applies to what is imported from now on. Throws `ImportError` when a source is named twice or has no
 * import.
 * @param sources the most trusted first; the others come after them, and none means that all are equal
 */
export async function setTrust(pool: pg.Pool, sources: readonly string[]): Promise<void> {
  const known = new Set((await listTrust(pool)).map(({ source }) => source));
  for (const [index, source] of sources.entries()) {
    if (sources.indexOf(source) !== index) throw new ImportError(`The source ${source} is named twice.`);
    if (!known.has(source)) throw new ImportError(`Nothing was imported from ${source}; see npm run import -- list.`);
  }
  await inTransaction(pool, async (client) => {
    await client.query("delete from source_trust");
    await client.query(
      "insert into source_trust (source, position) select source, place from unnest($1::text[]) with ordinality as s (source, place)",
      [sources],
    );
  });
}
