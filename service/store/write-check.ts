/** Checks that the database accepts writes, although it may have nothing to write. */
import type pg from "pg";
import { onConnection } from "./transaction";

/**
 * Changes no row and commits no transaction that has to be flushed, so it neither waits for a disk or a standby nor leaves anything
 * to vacuum. A standby refuses the record for its log, a database that is read-only refuses any change, and a disk without
 * room refuses the temporary file: an update of a row would only use the room of the row's page again. Rows of 24 bytes and
 * more do not fit into the least memory of a query from about 1,500 of them on. It takes about 1 ms.
 */
const WRITE = `
begin;
set local work_mem = '64kB';
set local temp_tablespaces = '';
select pg_logical_emit_message(false, 'dealflow', '');
delete from settings where name = '';
select count(*) from generate_series(1, 3000);
commit`;

/** Throws when the database would refuse a write. */
export async function checkWrites(pool: pg.Pool): Promise<void> {
  await onConnection(pool, (client) => client.query(WRITE));
}

/** SQLSTATEs of what an operator sees to, each with a sentence that has nothing of the database in it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "25006": "The database is read-only: it is a standby, or default_transaction_read_only is on.",
  "53100": "The disk of the database is full.",
};

/** Returns what an operator can do something about. */
export function describeWriteProblem(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? PROBLEMS[error.code] : undefined;
}
