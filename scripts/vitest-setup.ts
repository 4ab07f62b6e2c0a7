// One real PostgreSQL for all test files: the operator's when DATABASE_URL is set, else an embedded one in a temporary folder.
// Each test file makes databases of its own in it, from `inject("postgresUrl")`.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabaseServer } from "@/service/store/database-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of a user who may create databases. */
    postgresUrl: string;
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
  });
  project.provide("postgresUrl", server.url);
  return async () => {
    await server.close();
    // Where `nobody` cannot enter the temporary folder, the database is elsewhere.
    if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
}
