// Chooses PostgreSQL: the operator's, when DATABASE_URL names one, otherwise the embedded one.
import { Client } from "pg";
import { openEmbeddedServer } from "./embedded/server";

type DatabaseServer = {
  /** The connection string includes the password: never log it. */
  url: string;
  /** This is the folder of the embedded database; null for the operator's own server. */
  location: string | null;
  close: () => Promise<void>;
};

const OLDEST_MAJOR = 15;

/** Opens the database server. Throws one sentence that names the problem and the variable that changes it. */
export async function openDatabaseServer(options: {
  databaseUrl: string | null;
  dataDir: string;
  program: string;
  log: (sentence: string) => void;
  onLost?: (sentence: string) => void;
  /** When false, the embedded server does not wait for the disk, for data that is thrown away. */
  durable?: boolean;
}): Promise<DatabaseServer> {
  if (options.databaseUrl === null) return openEmbeddedServer(options);
  await checkServer(options.databaseUrl);
  return { url: options.databaseUrl, location: null, close: () => Promise.resolve() };
}

async function checkServer(url: string): Promise<void> {
  let address = "?";
  let version: number;
  try {
    const parsed = new URL(url);
    address = `${parsed.host}${parsed.pathname}`;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    // Errors after the connection broke have no query to be reported to.
    client.on("error", () => {});
    await client.connect();
    try {
      const result = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
      version = Math.floor(Number(result.rows[0]?.version ?? 0) / 10_000);
    } finally {
      await client.end();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Error(`Cannot use the database at ${address} (DATABASE_URL): ${reason}.`);
  }
  if (version < OLDEST_MAJOR) {
    throw new Error(
      `The database at ${address} (DATABASE_URL) is PostgreSQL ${version}; Dealflow needs ${OLDEST_MAJOR} or newer.`,
    );
  }
}
