// One PostgreSQL for all test files. Each makes its own databases in it, from `inject("postgresUrl")`.
import type { TestProject } from "vitest/node";
import { migrate } from "@/service/store/migrate";
import { createDatabase, runAsAdministrator } from "@/service/store/testing-databases";
import { ensureBuilt } from "../build.mjs";
import { startTestServer } from "./test-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of a user who may create databases. */
    postgresUrl: string;
    /** Connection string of a user who may create roles. */
    superuserUrl: string;
    /** Name of a database that no one writes to: copying it is several times faster than migrating another. */
    migratedDatabase: string;
    /** Tests run the programs at these paths. */
    pgbouncer: string;
    promtool: string;
    swift: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests start the service's programs and threads as they are built.
  await ensureBuilt("service");
  const server = await startTestServer("vitest");
  const migrated = await createDatabase(server.url, "template0");
  await migrate(migrated.url);
  project.provide("postgresUrl", server.url);
  project.provide("superuserUrl", server.superuserUrl);
  project.provide("migratedDatabase", migrated.name);
  project.provide("pgbouncer", process.env.DEALFLOW_PGBOUNCER || "/usr/sbin/pgbouncer");
  project.provide("promtool", process.env.DEALFLOW_PROMTOOL || "/usr/bin/promtool");
  project.provide("swift", process.env.DEALFLOW_SWIFT || "/usr/bin/swift-proxy-server");
  return async () => {
    await runAsAdministrator(server.url, `drop database ${migrated.name}`);
    await server.close();
  };
}
