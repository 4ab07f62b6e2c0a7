/** A database of its own for a test file, on the real PostgreSQL that the test run started. */
import type pg from "pg";
import { inject } from "vitest";
import { openPools, type Pools } from "./pools";
import { createDatabase, runAsAdministrator } from "./testing-databases";

export interface TestDatabase {
  readonly url: string;
  readonly pools: Pools;
  readonly pool: pg.Pool;
  /** Closes the pools and drops the database. */
  drop(): Promise<void>;
}

export function testDatabase(): Promise<TestDatabase> {
  return openCopyOf(inject("migratedDatabase"));
}

/** Without any schema: for tests of what makes one. */
export function emptyDatabase(): Promise<TestDatabase> {
  return openCopyOf("template0");
}

async function openCopyOf(template: string): Promise<TestDatabase> {
  const adminUrl = inject("postgresUrl");
  const { name, url } = await createDatabase(adminUrl, template);
  const pools = openPools(url);
  return {
    url,
    pools,
    pool: pools.jobs,
    drop: async () => {
      await pools.close();
      await runAsAdministrator(adminUrl, `drop database ${name} with (force)`);
    },
  };
}
