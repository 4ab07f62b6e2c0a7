/**
 * The one PostgreSQL of a test run: the operator's when DATABASE_URL is set, otherwise an embedded one in a temporary folder, which
 * is in memory where `npm test` found enough.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabaseServer } from "@/service/store/database-server";
import { superuserUrl } from "@/service/store/embedded/roles";

export interface TestServer {
  /** Connection string of a user who may create databases. */
  readonly url: string;
  /** Connection string of a user who may create roles and end other users' connections. */
  readonly superuserUrl: string;
  close(): Promise<void>;
}

/** @param program name in the registry of programs that share the embedded server */
export async function startTestServer(program: string): Promise<TestServer> {
  const dataDir = mkdtempSync(join(process.env.DEALFLOW_TEST_DATABASES || tmpdir(), `dealflow-${program}-`));
  // Under root, PostgreSQL's user passes through; otherwise the database would lie outside this folder.
  chmodSync(dataDir, 0o755);
  const server = await openDatabaseServer({
    databaseUrl: process.env.DATABASE_URL || null,
    dataDir,
    program,
    log: () => {},
    durable: false,
  });
  return {
    url: server.url,
    superuserUrl: process.env.DATABASE_URL || embeddedSuperuserUrl(dataDir, server.url),
    close: async () => {
      await server.close();
      // Where `nobody` cannot enter the temporary folder, the database is elsewhere.
      if (server.location !== null) rmSync(server.location, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function embeddedSuperuserUrl(dataDir: string, serverUrl: string): string {
  const password = readFileSync(join(dataDir, "database.password"), "utf8").trim();
  return superuserUrl(Number(new URL(serverUrl).port), password);
}
