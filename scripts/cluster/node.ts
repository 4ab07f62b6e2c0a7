/** Runs what one of the three machines of a cluster has: etcd, and Patroni with its PostgreSQL. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { freeze, getChildPids, signal } from "../faults/database";
import type { ClusterProcess } from "./process";

const BETWEEN_MS = 100;
const REQUEST_MS = 2_000;
const SWITCHOVER_MS = 30_000;

const clusterView = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});

export type ClusterMember = z.infer<typeof clusterView>["members"][number];

export interface NodePlace {
  readonly name: string;
  readonly address: string;
  readonly postgresPort: number;
  readonly patroniPort: number;
  readonly etcdPort: number;
  /** The other nodes reach etcd here. */
  readonly peerPort: number;
  /** PostgreSQL keeps its data in this folder. */
  readonly data: string;
}

export class ClusterNode {
  constructor(
    readonly place: NodePlace,
    readonly etcd: ClusterProcess,
    readonly patroni: ClusterProcess,
    /** All of its processes, and no others, are in this group. */
    readonly group: number,
  ) {}

  get name(): string {
    return this.place.name;
  }

  /** The other nodes reach it on these ports. */
  get ports(): readonly number[] {
    const { postgresPort, patroniPort, etcdPort, peerPort } = this.place;
    return [postgresPort, patroniPort, etcdPort, peerPort];
  }

  get postmaster(): number | undefined {
    const file = join(this.place.data, "postmaster.pid");
    if (!existsSync(file)) return undefined;
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    return signal(pid, 0) ? pid : undefined;
  }

  start(): void {
    this.etcd.start();
    this.patroni.start();
  }

  /** Kills everything, as a loss of power does. */
  async crash(): Promise<void> {
    const { postmaster } = this;
    this.patroni.signal("SIGKILL");
    this.etcd.signal("SIGKILL");
    if (postmaster !== undefined) process.kill(postmaster, "SIGKILL");
    while ([this.patroni.pid, this.etcd.pid, this.postmaster].some((pid) => pid !== undefined)) await delay(BETWEEN_MS);
  }

  /** Empties the disk of PostgreSQL, after a crash. */
  loseData(): void {
    const { data } = this.place;
    for (const entry of readdirSync(data)) rmSync(join(data, entry), { recursive: true, force: true });
  }

  /** Returns how Patroni created each copy of the primary here, such as pgbackrest or basebackup. */
  listReplicaMethods(): string[] {
    return [...this.patroni.readLog().matchAll(/replica has been created using (\w+)/g)].map(
      ([, method = ""]) => method,
    );
  }

  /** Stops all of its processes for that long (ms); their connections stay open. */
  async freeze(ms: number): Promise<void> {
    const { postmaster } = this;
    const pids = [
      this.patroni.pid,
      this.etcd.pid,
      postmaster,
      ...(postmaster === undefined ? [] : getChildPids(postmaster)),
    ];
    const running = pids.filter((pid) => pid !== undefined);
    await freeze(running, ms);
  }

  /** Stops PostgreSQL with Patroni, in order. */
  async stop(): Promise<void> {
    await this.patroni.end("SIGTERM");
    await this.etcd.end("SIGTERM");
  }

  /** Tells whether Patroni would send writes here. */
  async isPrimary(): Promise<boolean> {
    return (await this.#request("GET", "/primary"))?.isOk === true;
  }

  /** Tells whether etcd runs here and knows a leader. */
  async hasEtcd(): Promise<boolean> {
    return (await this.#request("GET", "/health", undefined, REQUEST_MS, this.place.etcdPort))?.isOk === true;
  }

  /** The cluster as this node sees it; undefined while Patroni does not answer. */
  async readMembers(): Promise<readonly ClusterMember[] | undefined> {
    const answer = await this.#request("GET", "/cluster");
    return answer && clusterView.parse(JSON.parse(answer.text)).members;
  }

  /** Hands the primary's work over to another node, in order; false when Patroni refuses. */
  async switchover(candidate: string): Promise<boolean> {
    return (await this.#request("POST", "/switchover", { leader: this.name, candidate }, SWITCHOVER_MS))?.isOk === true;
  }

  async #request(
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    timeoutMs = REQUEST_MS,
    port = this.place.patroniPort,
  ): Promise<{ readonly isOk: boolean; readonly text: string } | undefined> {
    try {
      const response = await fetch(`http://${this.place.address}:${port}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { isOk: response.ok, text: await response.text() };
    } catch {
      return undefined;
    }
  }
}
