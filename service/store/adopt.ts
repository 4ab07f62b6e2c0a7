/**
 * Adopts a database of the twenty migrations that came before the one schema: it has that schema already, so only its list
 * of migrations changes.
 */
import type pg from "pg";
import type { Applied, Migration } from "./migrate";
import { compareSchemas, readSchema } from "./schema";

/** This is the last commit that has the twenty migrations. */
const LAST_COMMIT = "953be3d";
/** An error names no more objects than these. */
const MOST_NAMED = 5;

/** Each of the twenty has the SHA-256 of its SQL. */
export const TWENTY: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0001-initial": "2ec4d74ada590ed9569d94699b057bdbe5e76ac74bb28957fc98aa8177b25c7e",
    "0001-repair": "d2b68d04213d4491c732519ff96f6e341f4131e82d1d4886c55656db11ea9073",
    "0002-whole-interface": "c20c79988dcf9245d2a93d3afccd746e4f46570fd61b6bc00e697760815c8506",
    "0003-totals": "e5891207f0e1491e80e451866513c2944e73e4524900034e03c0b4f66b2381c5",
    "0005-views": "9305c1d41e9d647d6fd7e105ca2c08bd57a70e28a5794e23b267ad0e7844e297",
    "0006-people": "582c03d1a1f168f9f4c94bce64ef94ecc6092304f98b057205464e790a8a9a1a",
    "0007-repair": "8f5daafa130834fb96923c675128661e5a4907dab7b74434855c0a1906278dec",
    "0008-budget-totals": "2a9201d6474450fcea0d93c30a0c0b535ed92edaf340a04f5226b971ba2df2f3",
    "0009-sign-in-attempts": "2485fed3d50a14b1029c4cd5858db0bfc0e18239bd74be84764c1841b7bba816",
    "0010-ledger-sequence": "7ade7cb743df771516ad0755848be532b36f37f7c8319bb96b498058b8da1c18",
    "0011-webhooks": "93cefa358b68b3670a7b536519f9e1e584151679532bc7f147e4fde7ab871af9",
    "0012-inbox": "df9cbf065232d7b32c2945c091d278b043a73f0c7c2dbcb1766034319cc2b43c",
    "0013-mcp-connections": "b5bfe5fcac333657219259389a69854df2f0cb3273476cd4b9d7bbbe46c9658b",
    "0014-mcp-allowance": "cf56486b3508f493594118437fd7f88f4cf5e41d9f25a6e366123e06d122ec9a",
    "0015-purchased-records": "7684d6cd456aa665258640e33b298b2edbdc05cbe8c8508941c96c6c8bbf7a0b",
    "0016-feed-changes": "8c8e7f6a1d53d1a7f442cb4f17b0644c618be031c085fc28bf402965708a1f17",
    "0017-company-lookups": "d486ce129dd4e477ae73cdce8985dd998671cbcbe7796a419c578c0c36d3eb5e",
    "0018-webhook-plans": "2675d5cd9dccf7837aba6d857ec512d7d616a47752f1126dd4a61c556a3a94fa",
    "0019-confirmed-addresses": "35bbf7f126faf659db0c952982fb3755a21bfc2493d304687f7f630e75dd09e1",
    "0020-search-and-people": "2a5374502f929f6e6843daa624fd8e40fae2b64601f6e463787fc7529a2a4343",
  }),
);

export function hasTwenty(applied: readonly Applied[]): boolean {
  return applied.some(({ name }) => TWENTY.has(name));
}

/**
 * Replaces the twenty by the one migration that makes the same schema. Throws one sentence when only some of them were
 * applied, or any with another text.
 * @param subject the owner of these migrations, with which the sentence begins
 */
export function replaceTwenty(applied: readonly Applied[], schema: Migration, subject: string): Applied[] {
  if (!hasTwenty(applied)) return [...applied];
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const edited = [...TWENTY].filter(([name, checksum]) => (checksums.get(name) ?? checksum) !== checksum);
  if (edited.length > 0)
    throw modifiedError(
      subject,
      edited.map(([name]) => name),
    );
  if ([...TWENTY].some(([name, checksum]) => checksums.get(name) !== checksum)) throw earlierVersionError(subject);
  return [schema, ...applied.filter(({ name }) => !TWENTY.has(name))];
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
 * Records the one migration instead of the twenty, inside the transaction of its caller, who has locked the table of
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
  await client.query("delete from schema_migrations where name = any($1)", [[...TWENTY.keys()]]);
  await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
}
