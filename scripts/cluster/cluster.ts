/**
 * Runs a cluster on this machine with the configuration in `deploy/cluster`: three nodes of etcd, Patroni and PostgreSQL, HAProxy
 * before them, and PgBouncer before that. pgBackRest backs it up.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { withClient } from "../faults/database";
import type { Instant } from "../history/cut-history";
import { freePort } from "../test-runner/free-port";
import { waitUntil } from "../test-runner/wait-until";
import { Backups, type RestoredDatabase } from "./backups";
import { CONFIGURATION, FolderWriter, fill } from "./configuration";
import { type ClusterMember, ClusterNode } from "./node";
import { ClusterProcess, type ProgramStart } from "./process";
import { findClusterPrograms } from "./programs";

const ADDRESS = "127.0.0.1";
const NAMES = ["node1", "node2", "node3"] as const;
/** The processes of each node have a group of their own, which has no name; this is the first one's. */
const FIRST_GROUP = 61_000;
const DATABASE_USER = "dealflow";
const READY_WITHIN_MS = 90_000;
const BETWEEN_MS = 200;

/** PgBouncer opens at most this many connections to the primary, and as many to the standbys. */
const POOL_SIZE = 40;
/** PgBouncer uses up to 40, Patroni 3, and each service 6 without PgBouncer. */
const MAX_CONNECTIONS = 100;

/** PostgreSQL tells an instant, and this program when it read it. */
export interface ClockReading extends Instant {
  readonly time: string;
}

export class Cluster {
  private constructor(
    readonly nodes: readonly ClusterNode[],
    readonly haproxy: ClusterProcess,
    readonly pgbouncer: ClusterProcess,
    readonly backups: Backups,
    private readonly ports: { readonly primary: number; readonly replicas: number; readonly pgbouncer: number },
    private readonly password: string,
  ) {}

  /** Writes the configuration and the data below the folder. Throws one sentence when a program is missing. */
  static async create(folder: string): Promise<Cluster> {
    const programs = findClusterPrograms();
    const writer = new FolderWriter(folder, programs.user);
    const free = await Promise.all(Array.from({ length: 3 + NAMES.length * 4 }, freePort));
    const [primary = 0, replicas = 0, pgbouncer = 0, ...ports] = free;
    const places = NAMES.map((name, index) => {
      const [postgresPort = 0, patroniPort = 0, etcdPort = 0, peerPort = 0] = ports.slice(index * 4);
      return { name, address: ADDRESS, postgresPort, patroniPort, etcdPort, peerPort };
    });
    const password = newPassword();
    const backups = new Backups(writer, programs);
    const socketFolder = writer.createFolder("sockets");
    const copyScript = (name: string) => writer.write(name, fill(name, {}), 0o700);
    const shared = {
      ADDRESS,
      DATABASE_USER,
      DATABASE_PASSWORD: password,
      PRIMARY_PORT: primary,
      REPLICA_PORT: replicas,
      PGBOUNCER_PORT: pgbouncer,
      POOL_SIZE,
      MAX_CONNECTIONS,
      NETWORK: "127.0.0.1/32",
      SHARED_BUFFERS: "128MB",
      BIN_DIR: programs.postgresBin,
      SOCKET_DIR: socketFolder,
      SYSTEM_USER: programs.userName,
      SUPERUSER_PASSWORD: newPassword(),
      REPLICATION_PASSWORD: newPassword(),
      REWIND_PASSWORD: newPassword(),
      ETCD_HOSTS: places.map(({ address, etcdPort }) => `${address}:${etcdPort}`).join(","),
      RESTORE_STANDBY: copyScript("restore-standby.sh"),
      FETCH_WAL: copyScript("fetch-wal.sh"),
      USER_LIST: writer.write("users.txt", `"${DATABASE_USER}" "${password}"\n`),
      ...Object.fromEntries(
        places.flatMap(({ name, address, postgresPort, patroniPort }) => [
          [name.toUpperCase(), `${address}:${postgresPort}`],
          [`${name.toUpperCase()}_PATRONI_PORT`, patroniPort],
        ]),
      ),
    };
    const bootstrap = writer.write("create-database.sh", fill("create-database.sh", shared), 0o700);
    const create = (name: string, start: Omit<ProgramStart, "log" | "user">, user = programs.user) =>
      new ClusterProcess({ ...start, log: path.join(writer.folder, `${name}.log`), user });
    const members = places.map(({ name, address, peerPort }) => `${name}=http://${address}:${peerPort}`).join(",");

    const nodes = places.map((ports, index) => {
      const { name, address, etcdPort, patroniPort, peerPort, postgresPort } = ports;
      const place = { ...ports, data: path.join(writer.folder, name) };
      const group = FIRST_GROUP + index;
      const user = programs.user && { ...programs.user, gid: group };
      const patroni = fill("patroni.yml", {
        ...shared,
        NODE: name,
        PATRONI_PORT: patroniPort,
        POSTGRES_PORT: postgresPort,
        DATA_DIR: place.data,
        BACKUP_CONFIGURATION: backups.configure(place, socketFolder),
        PGPASS: path.join(writer.folder, `${name}.pgpass`),
        POST_BOOTSTRAP: bootstrap,
      });
      const etcd = [
        ...[`--name=${name}`, `--data-dir=${path.join(writer.folder, `${name}-etcd`)}`, "--logger=zap"],
        ...[`--listen-client-urls=http://${address}:${etcdPort}`],
        ...[`--advertise-client-urls=http://${address}:${etcdPort}`],
        ...[`--listen-peer-urls=http://${address}:${peerPort}`],
        ...[`--initial-advertise-peer-urls=http://${address}:${peerPort}`],
        ...[`--initial-cluster=${members}`, "--log-level=warn", "--auto-compaction-retention=1", "--enable-v2=true"],
      ];
      return new ClusterNode(
        place,
        create(`${name}-etcd`, { file: programs.etcd, args: etcd }, user),
        create(name, { file: programs.patroni, args: [writer.write(`${name}.yml`, patroni)] }, user),
        group,
      );
    });
    const environment = Object.fromEntries(Object.entries(shared).map(([key, value]) => [key, String(value)]));
    const haproxy = create("haproxy", {
      file: programs.haproxy,
      args: ["-db", "-f", writer.write("haproxy.cfg", readFileSync(path.join(CONFIGURATION, "haproxy.cfg"), "utf8"))],
      env: environment,
    });
    const pooler = create("pgbouncer", {
      file: programs.pgbouncer,
      args: [writer.write("pgbouncer.ini", fill("pgbouncer.ini", shared))],
    });
    return new Cluster(nodes, haproxy, pooler, backups, { primary, replicas, pgbouncer }, password);
  }

  /** Returns the settings of a service on this cluster. */
  get settings() {
    return {
      DATABASE_URL: this.#url(this.ports.pgbouncer),
      DATABASE_SESSION_URL: this.#url(this.ports.primary),
      DATABASE_REPLICA_URL: this.#url(this.ports.pgbouncer, "dealflow_replicas"),
    };
  }

  /** Returns when there are a primary, two standbys, of which one is synchronous, and a backup. */
  async start(): Promise<void> {
    for (const node of this.nodes) node.start();
    this.haproxy.start();
    this.pgbouncer.start();
    await this.waitUntilWhole(READY_WITHIN_MS);
    const { name: primary } = await this.requirePrimary();
    // The nodes archive from now on.
    await this.backups.run(primary, ["stanza-create"]);
    await this.backups.run(primary, ["--type=full", "backup"]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.pgbouncer.end("SIGINT"), this.haproxy.end("SIGTERM")]);
    // The primary last, so that no standby is promoted.
    const primary = await this.findPrimary();
    for (const node of this.nodes) if (node !== primary) await node.patroni.end("SIGTERM");
    await primary?.patroni.end("SIGTERM");
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  async findPrimary(): Promise<ClusterNode | undefined> {
    const isPrimary = await Promise.all(this.nodes.map((node) => node.isPrimary()));
    return this.nodes.find((_, index) => isPrimary[index]);
  }

  async requirePrimary(): Promise<ClusterNode> {
    const primary = await this.findPrimary();
    if (primary === undefined) throw new Error("there is no primary");
    return primary;
  }

  /** Returns the node that has the role, as Patroni sees it. */
  async findMember(role: string): Promise<ClusterNode | undefined> {
    const member = (await this.#members()).find((one) => one.role === role);
    return this.nodes.find(({ name }) => name === member?.name);
  }

  /** Throws what is missing when that takes longer (ms). */
  async waitUntilWhole(withinMs: number): Promise<void> {
    const findProblem = async () => {
      const missing = await this.#missing();
      return missing && `the cluster is not whole: ${missing}`;
    };
    await waitUntil(findProblem, withinMs, BETWEEN_MS);
  }

  /**
   * Starts a PostgreSQL of its own with the data of an instant, in a new folder of this name.
   * @param time such as 2026-11-27 12:00:00.123456+00
   */
  async restoreTo(folder: string, time: string): Promise<RestoredDatabase> {
    const { name: primary } = await this.requirePrimary();
    // The write-ahead log is archived up to now.
    await this.backups.run(primary, ["check"]);
    return this.backups.restore(folder, primary, time, `${DATABASE_USER}:${this.password}`);
  }

  /** Reads the clock of the primary, as `restoreTo` takes it. */
  readClock(): Promise<ClockReading> {
    return this.withClient(async (client) => {
      const from = performance.now();
      const { rows } = await client.query<{ time: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US"+00"') as time`,
      );
      return { time: rows[0]?.time ?? "", from, to: performance.now() };
    });
  }

  /** Runs the work with a connection to the primary that is not pooled. */
  withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.#url(this.ports.primary), work);
  }

  /** Returns how many connections the services have to the primary, through PgBouncer or without. */
  async countConnections(): Promise<number> {
    const { rows } = await this.withClient((client) =>
      client.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()",
      ),
    );
    return rows[0]?.count ?? 0;
  }

  async #missing(): Promise<string | undefined> {
    // Without all of them the next fault would take their majority, and with it the way to another primary.
    const haveEtcd = await Promise.all(this.nodes.map((node) => node.hasEtcd()));
    if (haveEtcd.includes(false)) return `etcd runs on ${haveEtcd.filter(Boolean).length} nodes`;
    const running = (await this.#members()).filter(({ state }) => state === "running");
    const leader = running.find(({ role }) => role === "leader");
    // A standby on an older timeline runs too, but cannot follow before it is rewound.
    const roles = running.filter(({ timeline }) => timeline === leader?.timeline).map(({ role }) => role);
    const count = (role: string) => roles.filter((one) => one === role).length;
    if (count("leader") === 1 && count("sync_standby") === 1 && count("replica") === NAMES.length - 2) return undefined;
    return roles.length === 0 ? "no node runs" : `on the newest timeline are ${roles.join(", ")}`;
  }

  /** Returns the view of the node that knows the newest timeline: a node that was frozen has the view from before at first. */
  async #members(): Promise<readonly ClusterMember[]> {
    const views = await Promise.all(this.nodes.map((node) => node.readMembers()));
    const newestTimeline = (view: readonly ClusterMember[]) => Math.max(...view.map(({ timeline = 0 }) => timeline));
    const [newest = []] = views
      .filter((view) => view !== undefined)
      .toSorted((a, b) => newestTimeline(b) - newestTimeline(a));
    return newest;
  }

  #url(port: number, database = "dealflow"): string {
    return `postgres://${DATABASE_USER}:${this.password}@${ADDRESS}:${port}/${database}`;
  }
}

function newPassword(): string {
  return randomBytes(16).toString("hex");
}
