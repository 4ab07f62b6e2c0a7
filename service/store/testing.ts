/** Creates a database for a test file, on the real PostgreSQL that the test run started. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { inject } from "vitest";
import { THREE } from "./adopt";
import { applyMissing, lockMigrations, MIGRATIONS } from "./migrate";
import { openPools, type Pools } from "./pools/pools";
import { createDatabase, runAsAdministrator } from "./testing-databases";
import { inTransaction } from "./transaction";

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly pools: Pools;
  readonly pool: pg.Pool;
  /** Closes the pools and drops the database. */
  drop(): Promise<void>;
}

export interface TestTemplate {
  readonly name: string;
  drop(): Promise<void>;
}

export function testDatabase(): Promise<TestDatabase> {
  return openDatabaseCopy(inject("migratedDatabase"));
}

/** Creates a database without any schema, for tests of migrations. */
export function emptyDatabase(): Promise<TestDatabase> {
  return openDatabaseCopy("template0");
}

/** Creates a database of the migrations before that one. */
export async function databaseBefore(migration: string): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await inTransaction(database.pool, async (client) => {
    await lockMigrations(client);
    await applyMissing(client, new Set(MIGRATIONS.map(({ name }) => name).filter((name) => name < migration)));
  });
  return database;
}

/** Copies a template, to which no one is connected. */
export function copyTemplate(template: TestTemplate): Promise<TestDatabase> {
  return openDatabaseCopy(template.name);
}

/** Creates a database of the three earlier migrations, as the last version that had them made it. */
export async function earlierDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await inTransaction(database.pool, async (client) => {
    await lockMigrations(client);
    // Its schema is that of the one migration that replaced the three.
    await applyMissing(client, new Set(["0001-schema"]));
    await client.query("delete from schema_migrations");
    await client.query("insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])", [
      [...THREE.keys()],
      [...THREE.values()],
    ]);
  });
  return database;
}

/** Creates one for many copies: making it applies the whole schema. */
export async function earlierTemplate(): Promise<TestTemplate> {
  const { name, pools } = await earlierDatabase();
  await pools.close();
  return { name, drop: () => dropDatabase(name) };
}

/** Returns the address of the database for a role that may connect and do nothing else. */
export async function withLimitedRole(database: TestDatabase, work: (url: string) => Promise<void>): Promise<void> {
  const name = `limited_${randomBytes(4).toString("hex")}`;
  await runAsAdministrator(inject("superuserUrl"), `create role ${name} login password 'limited'`);
  const url = new URL(database.url);
  [url.username, url.password] = [name, "limited"];
  await work(url.href);
  await runAsAdministrator(inject("superuserUrl"), `drop role ${name}`);
}

async function openDatabaseCopy(template: string): Promise<TestDatabase> {
  const adminUrl = inject("postgresUrl");
  const { name, url } = await createDatabase(adminUrl, template);
  const pools = openPools(url);
  return {
    name,
    url,
    pools,
    pool: pools.jobs,
    drop: async () => {
      await pools.close();
      await dropDatabase(name);
    },
  };
}

/** Drops it as a superuser, because no other role ends the workers that PostgreSQL itself runs there, such as autovacuum. */
export function dropDatabase(name: string): Promise<void> {
  return runAsAdministrator(inject("superuserUrl"), `drop database ${name} with (force)`);
}
