// One real PostgreSQL for all test files: the operator's when DATABASE_URL is set, else an embedded one in a temporary folder.
// Each test file makes databases of its own in it, from `inject("postgresUrl")`.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabaseServer } from "@/service/store/database-server";
import { superuserUrl } from "@/service/store/embedded/roles";
import { migrate } from "@/service/store/migrate";
import { createDatabase, runAsAdministrator } from "@/service/store/testing-databases";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of a user who may create databases. */
    postgresUrl: string;
    /** Of one who may create roles. */
    superuserUrl: string;
    /** Name of a database that no one writes to: copying it is several times faster than migrating another. */
    migratedDatabase: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "dealflow-vitest-"));
  // Under root, PostgreSQL's user passes through; otherwise the database would lie outside this folder.
  chmodSync(dataDir, 0o755);
  const server = await openDatabaseServer({
    databaseUrl: process.env.DATABASE_URL || null,
    dataDir,
    program: "vitest",
    log: () => {},
    durable: false,
  });
  const migrated = await createDatabase(server.url, "template0");
  await migrate(migrated.url);
  project.provide("postgresUrl", server.url);
  project.provide("superuserUrl", process.env.DATABASE_URL || embeddedSuperuserUrl(dataDir, server.url));
  project.provide("migratedDatabase", migrated.name);
  return async () => {
    await runAsAdministrator(server.url, `drop database ${migrated.name}`);
    await server.close();
    // Where `nobody` cannot enter the temporary folder, the database is elsewhere.
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
}

function embeddedSuperuserUrl(dataDir: string, serverUrl: string): string {
  const password = readFileSync(join(dataDir, "database.password"), "utf8").trim();
  return superuserUrl(Number(new URL(serverUrl).port), password);
}
