import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { readTables } from "../tables";

export interface Folder {
  readonly path: string;
  /** Returns an unused path in the folder. */
  fresh(name: string): string;
  remove(): void;
}

export function testFolder(): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "dealflow-backup-")));
  let count = 0;
  return {
    path,
    fresh: (name) => join(path, `${++count}-${name}`),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Returns the number of rows of each table, and a digest of them in any order. */
export async function getDigests(pool: pg.Pool): Promise<Record<string, { rows: number; digest: string }>> {
  const client = await pool.connect();
  try {
    const digests: Record<string, { rows: number; digest: string }> = {};
    for (const { name, columns } of await readTables(client)) {
      const { rows } = await client.query<{ rows: number; digest: string }>(
        `select count(*)::integer as rows, md5(coalesce(string_agg(line, ',' order by line), '')) as digest
         from (select md5(row(${columns.join(", ")})::text) as line from ${name}) lines`,
      );
      const [row] = rows;
      if (row !== undefined) digests[name] = row;
    }
    return digests;
  } finally {
    client.release();
  }
}
