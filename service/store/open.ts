/** Opens the database a program works on: the operator's, or the embedded one, with the schema of this version. */

import type pg from "pg";
import { openDatabaseServer } from "./database-server";
import type { WalLevel } from "./embedded/settings";
import { migrate } from "./migrate";
import { CONNECTIONS, openPools, type Pools } from "./pools/pools";

interface StoreSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly sessionUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly replicaLagMs: number;
  readonly databaseConnections: number;
  readonly walLevel?: WalLevel;
  /** It is true for a command that must not migrate the database of an earlier version: that shuts its service out. */
  readonly onlyNew?: boolean;
}

export interface Store {
  /** Work that needs a session connects to this address. */
  readonly sessionUrl: string;
  /** This is the folder of the embedded database; null when the operator's server is used. */
  readonly location: string | null;
  readonly pools: Pools;
  /** No request waits for the work on this pool. */
  readonly pool: pg.Pool;
  /** Closes all connections; the last program to leave stops the embedded server. */
  close(): Promise<void>;
}

/**
 * Throws one sentence when PostgreSQL itself allows fewer connections than the service may open. Behind a pooler its own
 * limits count.
 */
export async function checkConnectionLimit(
  { pool }: Pick<Store, "pool">,
  { sessionUrl, databaseConnections }: Pick<StoreSettings, "sessionUrl" | "databaseConnections">,
): Promise<void> {
  if (sessionUrl !== undefined) return;
  const allowed = await readConnectionLimit(pool);
  if (allowed < databaseConnections)
    throw new Error(
      `The database allows ${allowed} connections, and this service may open ${databaseConnections}; raise max_connections, or set DATABASE_CONNECTIONS to fewer (at least ${CONNECTIONS.least}).`,
    );
}

/** Reads how many connections PostgreSQL allows to all of its clients together. */
export async function readConnectionLimit(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  );
  return rows[0]?.allowed ?? 0;
}

/**
 * @param program name in the registry of programs that use the embedded server
 * @param log takes sentences for the operator, such as the location of the database
 * @param onConnectionLost called when the embedded server is gone and could not be restarted
 */
export async function openStore(
  settings: StoreSettings,
  program: string,
  log: (sentence: string) => void,
  onConnectionLost?: (sentence: string) => void,
): Promise<Store> {
  const server = await openDatabaseServer({
    dataDir: settings.dataDir,
    databaseUrl: settings.databaseUrl ?? null,
    sessionUrl: settings.sessionUrl,
    replicaUrl: settings.replicaUrl,
    program,
    log,
    ...(settings.walLevel === undefined ? {} : { walLevel: settings.walLevel }),
    ...(onConnectionLost === undefined ? {} : { onLost: onConnectionLost }),
  });
  const { sessionUrl = server.url } = settings;
  const pools = openPools(server.url, { ...settings, connections: settings.databaseConnections });
  const close = async () => {
    await pools.close();
    await server.close();
  };
  try {
    await migrate(sessionUrl, log, settings.onlyNew);
  } catch (error) {
    await close();
    throw error;
  }
  return { sessionUrl, location: server.location, pools, pool: pools.jobs, close };
}
