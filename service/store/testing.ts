/** A database of its own for a test file, on the real PostgreSQL that the test run started. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "./migrate";
import { openPools, type Pools } from "./pools";

export interface TestDatabase {
  readonly url: string;
  readonly pools: Pools;
  readonly pool: pg.Pool;
  /** Closes the pools and drops the database. */
  drop(): Promise<void>;
}

export async function testDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await migrate(database.url);
  return database;
}

/** Without any schema: for tests of what makes one. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(adminUrl, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pools = openPools(url.href);
  return {
    url: url.href,
    pools,
    pool: pools.jobs,
    drop: async () => {
      await pools.close();
      await administer(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
