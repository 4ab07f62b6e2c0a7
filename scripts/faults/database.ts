/** Runs the PostgreSQL behind the programs under test, and injects its faults. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findLocation } from "@/service/store/embedded/location";
import { programUrl, superuserUrl } from "@/service/store/embedded/roles";

/** The names of the service's connections in pg_stat_activity begin with this. */
const SERVICE_CONNECTIONS = "application_name like 'dealflow-%'";
/** PostgreSQL has room for fewer connections. */
const MORE_THAN_ALL = 120;
const BETWEEN_MS = 100;
const RECOVERED_WITHIN_MS = 10_000;
/** A server that starts, stops or recovers from a crash reports this SQLSTATE. */
const CANNOT_CONNECT_NOW = "57P03";

export class Database {
  /** @param dataDir data folder of the embedded server's programs */
  constructor(
    readonly dataDir: string,
    private readonly name: string,
  ) {}

  /** Returns its own address, or that of a proxy on the port. */
  url(port = this.port): string {
    return programUrl(port, this.#password, this.name);
  }

  get #password(): string {
    return readFileSync(join(this.dataDir, "database.password"), "utf8").trim();
  }

  get port(): number {
    return Number(this.#postmasterFile()[3]);
  }

  get postmaster(): number {
    return Number(this.#postmasterFile()[0]);
  }

  /** Returns undefined while there is none. */
  get livingPostmaster(): number | undefined {
    try {
      return this.postmaster;
    } catch {
      return undefined;
    }
  }

  /** `SIGINT` is a fast shutdown, `SIGQUIT` an immediate one. */
  end(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): void {
    process.kill(this.postmaster, signal);
  }

  /** Stops all of its processes for that long (ms); their connections stay open. */
  async freeze(ms: number): Promise<void> {
    await freeze([this.postmaster, ...getChildPids(this.postmaster)], ms);
  }

  /** Kills one process that serves a connection; PostgreSQL then ends all others and repairs its memory. */
  async crashBackend(pick: (pids: readonly number[]) => number): Promise<void> {
    const pids = await this.withClient(async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where ${SERVICE_CONNECTIONS} order by pid`,
      );
      return rows.map(({ pid }) => pid);
    });
    if (pids.length === 0) throw new Error("the service has no connection that could be killed");
    signal(pick(pids), "SIGKILL");
  }

  /** Ends the service's connections repeatedly for that long (ms), in the middle of their work. */
  async endConnections(ms: number, afterEach = async (): Promise<void> => {}): Promise<void> {
    await this.withClient(async (client) => {
      const until = performance.now() + ms;
      while (performance.now() < until) {
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${SERVICE_CONNECTIONS}`);
        await afterEach();
        await delay(BETWEEN_MS);
      }
    });
  }

  /** Takes every connection that PostgreSQL has, also those that the service had, for that long (ms). */
  async takeConnections(ms: number): Promise<void> {
    const clients: pg.Client[] = [];
    try {
      await this.endConnections(ms, async () => void clients.push(...(await this.#connectAsManyAsPossible())));
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }

  /** Keeps the write-ahead log short, so that it does not fill a small disk. */
  async checkpoint(): Promise<void> {
    const client = new pg.Client({ connectionString: superuserUrl(this.port, this.#password) });
    await client.connect();
    await client.query("checkpoint").finally(() => client.end());
  }

  withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.url(), work);
  }

  async #connectAsManyAsPossible(): Promise<pg.Client[]> {
    const attempts = await Promise.all(
      Array.from({ length: MORE_THAN_ALL }, async () => {
        const client = createClient(this.url());
        return client.connect().then(
          () => client,
          () => undefined,
        );
      }),
    );
    return attempts.filter((client) => client !== undefined);
  }

  #postmasterFile(): string[] {
    const location = findLocation(this.dataDir);
    if (location === null) throw new Error(`there is no database in ${this.dataDir}`);
    return readFileSync(join(location.dataFolder, "postmaster.pid"), "utf8").split("\n");
  }
}

/** Runs the work with a connection that is not pooled. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url, performance.now() + RECOVERED_WITHIN_MS);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connects, retrying: a server that recovers from a crash rejects connections for a moment. */
async function connect(url: string, until: number): Promise<pg.Client> {
  const client = createClient(url);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== CANNOT_CONNECT_NOW || performance.now() > until)
      throw error;
    await delay(BETWEEN_MS);
    return connect(url, until);
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: "faults" });
  // The fault itself may end this connection.
  client.on("error", () => undefined);
  return client;
}

/** Works on Linux and macOS. */
export function getChildPids(parent: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}

/** Stops processes for that long (ms), and lets them continue in the reverse order. */
export async function freeze(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, "SIGSTOP");
  try {
    await delay(ms);
  } finally {
    for (const pid of pids.toReversed()) signal(pid, "SIGCONT");
  }
}

/** Returns false when there is no such process, as when it has just ended. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
