/**
 * Adopts a database of the three migrations that came before the one schema: it has that schema already, so only its list
 * of migrations changes.
 */
import type pg from "pg";
import type { Applied, Migration } from "./migrate";
import { compareSchemas, readSchema } from "./schema";

/** This is the last commit that has the three migrations. */
const LAST_COMMIT = "3c9915c";
/** An error names no more objects than these. */
const MOST_NAMED = 5;

/** Each of the three has the SHA-256 of its SQL. */
export const THREE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0001-schema": "e991722cd12c81960e3409a655a53d333a7a4e687db226ec8acb40e4320bf7ef",
    "0002-charge": "72e69aae0897fb2de4f6006868d218d30d996b64160b8e9aa33e4401b9152eac",
    "0003-session-use": "666eec20432382e2a51b6cdaa89af70655cb098328a06ebdd49990babc85ca20",
  }),
);

/** Tells whether migrations were applied and the first of today is not among them. */
export function isEarlier(applied: readonly Applied[], schema: Migration): boolean {
  return (
    applied.length > 0 && !applied.some(({ name, checksum }) => name === schema.name && checksum === schema.checksum)
  );
}

/**
 * Replaces the three by the one migration that makes the same schema. Throws one sentence when only some of them were
 * applied, or any with another text.
 * @param subject the owner of these migrations, with which the sentence begins
 */
export function replaceThree(applied: readonly Applied[], schema: Migration, subject: string): Applied[] {
  if (!isEarlier(applied, schema)) return [...applied];
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const edited = [...THREE].filter(([name, checksum]) => (checksums.get(name) ?? checksum) !== checksum);
  if (edited.length > 0)
    throw modifiedError(
      subject,
      edited.map(([name]) => name),
    );
  if ([...THREE].some(([name, checksum]) => checksums.get(name) !== checksum)) throw earlierVersionError(subject);
  return [schema, ...applied.filter(({ name }) => !THREE.has(name))];
}

export function earlierVersionError(subject: string): Error {
  return new Error(
    `${subject} was written by an earlier version of Dealflow: start commit ${LAST_COMMIT} of Dealflow once with this ` +
      "data, then start this version.",
  );
}

export function modifiedError(subject: string, names: readonly string[]): Error {
  return new Error(
    `${subject} was written by a modified version of Dealflow: ${names.join(", ")} differs from this version's; use the ` +
      "version that wrote it.",
  );
}

/**
 * Records the one migration instead of the three, inside the transaction of its caller, who has locked the table of
 * migrations. Throws one sentence when the database does not have the schema that this migration makes.
 */
export async function adopt(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  const actual = await readSchema(client);
  // The same server makes and undoes the expected schema, so that one version of PostgreSQL prints both.
  await client.query("savepoint before_expected");
  await client.query("create schema dealflow_expected");
  await client.query("select set_config('search_path', 'dealflow_expected, ' || current_setting('search_path'), true)");
  await client.query(sql);
  const expected = await readSchema(client);
  await client.query("rollback to before_expected");
  const different = compareSchemas(expected, actual);
  if (different.length > 0)
    throw new Error(
      "The schema of the database differs from the one that its migrations make, so nothing was changed: compare " +
        `${different.slice(0, MOST_NAMED).join(", ")} with a new database of commit ${LAST_COMMIT} of Dealflow.`,
    );
  await client.query("delete from schema_migrations where name = any($1)", [[...THREE.keys()]]);
  await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
}
