// Tunes the embedded server for one small machine that it shares with Dealflow itself.
import { totalmem } from "node:os";

const GB = 1024 ** 3;

export const WAL_LEVELS = ["minimal", "replica", "logical"] as const;
export type WalLevel = (typeof WAL_LEVELS)[number];

export interface ServerOptions {
  /** When false, a crash of the system may corrupt the data, which then is not worth keeping. */
  readonly durable: boolean;
  readonly walLevel: WalLevel;
}

/** The passwords are random, so more rounds make none harder to guess, and those of the default take 3 ms of each connection. */
const SCRAM_ITERATIONS = "1";

/**
 * Returns the `-c` arguments of postgres. They are given at every start, so that an upgrade reaches existing data
 * directories.
 */
export function serverSettings(port: number, { durable, walLevel }: ServerOptions): string[] {
  const memoryBytes = totalmem();
  const onDisk = durable ? "on" : "off";
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    // No socket file is made: its path has a length limit, and the port with a password is enough.
    unix_socket_directories: "",
    // Three of them are reserved for the superuser.
    max_connections: "103",
    shared_buffers: memoryBytes >= 2 * GB ? "256MB" : "64MB",
    effective_cache_size: `${Math.max(128, Math.floor(memoryBytes / 2 / 1024 ** 2))}MB`,
    work_mem: memoryBytes >= 4 * GB ? "16MB" : "4MB",
    maintenance_work_mem: memoryBytes >= 4 * GB ? "256MB" : "64MB",
    // Every charged credit is on disk before the response is sent.
    fsync: onDisk,
    synchronous_commit: "on",
    full_page_writes: onDisk,
    // At the minimum, bulk loads into tables made in the same transaction skip the log, and nothing replicates from here.
    wal_level: walLevel,
    max_wal_senders: walLevel === "minimal" ? "0" : "10",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    random_page_cost: "1.1",
    // Compiling a query costs more than the short queries of a feed.
    jit: "off",
    scram_iterations: SCRAM_ITERATIONS,
    TimeZone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_line_prefix: "%m [%p] ",
    // Nothing subscribes; without this a launcher process idles.
    max_logical_replication_workers: "0",
    cluster_name: "dealflow",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Returns arguments of initdb for settings that cannot change later. */
export function clusterArguments(dataFolder: string, user: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${dataFolder}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    `--set=scram_iterations=${SCRAM_ITERATIONS}`,
    "--encoding=UTF8",
    // The builtin provider compares bytes and folds case by Unicode, alike on every system and version of its libraries.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ];
}
