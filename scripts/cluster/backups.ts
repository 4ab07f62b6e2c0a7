/** Backs up a cluster with pgBackRest, and restores it in a PostgreSQL of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { withClient } from "../faults/database";
import { freePort } from "../test-runner/free-port";
import { waitUntil } from "../test-runner/wait-until";
import { type FolderWriter, fill } from "./configuration";
import type { NodePlace } from "./node";
import { ClusterProcess } from "./process";
import type { ClusterPrograms } from "./programs";

const STANZA = "dealflow";
const ADDRESS = "127.0.0.1";
const READY_WITHIN_MS = 120_000;

const run = promisify(execFile);

export class Backups {
  /** The folder has the backups and the write-ahead log of all nodes. */
  readonly repository: string;

  constructor(
    private readonly writer: FolderWriter,
    private readonly programs: ClusterPrograms,
  ) {
    this.repository = writer.createFolder("backups");
  }

  /** Writes the configuration of a node. Returns its path. */
  configure({ name, data, postgresPort }: NodePlace, socketFolder: string): string {
    const content = fill("pgbackrest.conf", {
      REPOSITORY: this.repository,
      DATA_DIR: data,
      POSTGRES_PORT: postgresPort,
      SOCKET_DIR: socketFolder,
      LOCK_DIR: this.writer.createFolder(`${name}-pgbackrest-locks`),
      LOG_DIR: this.writer.createFolder(`${name}-pgbackrest-logs`),
    });
    return this.writer.write(`${name}-pgbackrest.conf`, content);
  }

  /** Returns the configuration of a node. */
  getConfiguration(node: string): string {
    return join(this.writer.folder, `${node}-pgbackrest.conf`);
  }

  /**
   * Starts a PostgreSQL with the data of an instant, on a port of its own. It archives nothing.
   * @param time such as 2026-11-27 12:00:00.123456+00
   */
  async restore(name: string, node: string, time: string, user: string): Promise<RestoredDatabase> {
    const folder = this.writer.createFolder(name);
    await this.run(node, [
      ...[`--pg1-path=${folder}`, "--type=time", `--target=${time}`, "--target-action=promote"],
      ...["--archive-mode=off", "restore"],
    ]);
    const port = await freePort();
    const settings = {
      ...{ port, listen_addresses: ADDRESS, unix_socket_directories: "", synchronous_standby_names: "" },
      ...{ hba_file: join(folder, "pg_hba.conf"), ident_file: join(folder, "pg_ident.conf") },
      // It takes connections when it has all data of that instant.
      hot_standby: "off",
    };
    const server = new ClusterProcess({
      file: join(this.programs.postgresBin, "postgres"),
      args: ["-D", folder, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
      log: join(this.writer.folder, `${name}.log`),
      user: this.programs.user,
    });
    server.start();
    const restored = { url: `postgres://${user}@${ADDRESS}:${port}/dealflow`, server };
    await waitUntilReady(restored).catch(async (error: unknown) => {
      await server.end("SIGINT");
      throw error;
    });
    return restored;
  }

  /** Runs a command of pgBackRest on a node, which is that of the primary. Throws what pgBackRest says when it fails. */
  async run(node: string, args: readonly string[]): Promise<void> {
    const { pgbackrest, user } = this.programs;
    const shared = [`--config=${this.getConfiguration(node)}`, `--stanza=${STANZA}`];
    await run(pgbackrest, [...shared, ...args], { ...user }).catch((error: { message: string; stdout?: string }) => {
      throw new Error(`pgBackRest failed: ${error.stdout?.trim() || error.message}`);
    });
  }
}

/** This PostgreSQL has the data of a cluster at an instant. */
export interface RestoredDatabase {
  readonly url: string;
  readonly server: ClusterProcess;
}

function waitUntilReady({ url, server }: RestoredDatabase): Promise<void> {
  return waitUntil(async () => {
    const problem = await withClient(url, (client) => client.query("select 1")).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem === undefined) return undefined;
    if (server.pid === undefined)
      throw new Error(`the restored PostgreSQL ended: ${server.readLog().trim().split("\n").at(-1)}`);
    return `the restored PostgreSQL is not ready: ${problem}`;
  }, READY_WITHIN_MS);
}
