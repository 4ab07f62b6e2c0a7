/** Defines what happens to the cluster under test. Each fault ends when what it broke was repaired, as a supervisor would. */
import { setTimeout as delay } from "node:timers/promises";
import type { Chance } from "@/service/ingest/demo/random";
import { waitUntil } from "../test-runner/wait-until";
import type { Cluster } from "./cluster";
import type { ClusterNode } from "./node";
import { cutOff, noPartitionReason } from "./partition";
import type { ClusterProcess } from "./process";

export interface ClusterFault {
  readonly name: string;
  /** Purchases may be away for this long (ms). */
  readonly purchasesMs: number;
  /** Explains why it cannot be made here, in words that follow its name; undefined when it can. */
  unavailableReason?(): string | undefined;
  run(cluster: Cluster, chance: Chance): Promise<void>;
}

const CRASH_MS = 15_000;
const SWITCHOVER_MS = 3_000;
/** A supervisor starts an ended program again after this (ms). */
const RESTART_MS = 500;
/** The machine is away for this long, which is longer than a standby takes to replace it (ms). */
const AWAY_MS = 20_000;
const BETWEEN_MS = 100;
const COPIED_WITHIN_MS = 60_000;

export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  {
    name: "the primary's PostgreSQL is killed",
    purchasesMs: CRASH_MS,
    run: async (cluster) => {
      const { postmaster } = await cluster.requirePrimary();
      if (postmaster === undefined) throw new Error("the primary's PostgreSQL does not run");
      process.kill(postmaster, "SIGKILL");
      // Another node takes over, or Patroni starts it again.
      while (((await cluster.findPrimary())?.postmaster ?? postmaster) === postmaster) await delay(BETWEEN_MS);
    },
  },
  {
    name: "the primary's machine crashes",
    purchasesMs: CRASH_MS,
    run: async (cluster) => crash(await cluster.requirePrimary()),
  },
  {
    name: "the primary's machine freezes",
    purchasesMs: CRASH_MS,
    run: async (cluster) => {
      const primary = await cluster.requirePrimary();
      await primary.freeze(AWAY_MS);
    },
  },
  {
    name: "the primary is cut off",
    purchasesMs: CRASH_MS,
    unavailableReason: noPartitionReason,
    run: async (cluster) => isolate(cluster, await cluster.requirePrimary()),
  },
  {
    name: "the synchronous standby is cut off",
    purchasesMs: CRASH_MS,
    unavailableReason: noPartitionReason,
    run: async (cluster) => isolate(cluster, await requireSyncStandby(cluster)),
  },
  {
    name: "switchover",
    purchasesMs: SWITCHOVER_MS,
    run: async (cluster) => {
      const primary = await cluster.requirePrimary();
      const candidate = await requireSyncStandby(cluster);
      if (!(await primary.switchover(candidate.name))) throw new Error("Patroni refused the switchover");
    },
  },
  {
    name: "the synchronous standby crashes",
    purchasesMs: CRASH_MS,
    run: async (cluster) => crash(await requireSyncStandby(cluster)),
  },
  {
    name: "a standby loses its disk",
    purchasesMs: CRASH_MS,
    run: async (cluster) => restoreStandby(await requireSyncStandby(cluster)),
  },
  {
    name: "one etcd is lost",
    purchasesMs: SWITCHOVER_MS,
    run: async ({ nodes }, chance) => loseEtcd([chance.pick(nodes)]),
  },
  {
    name: "the majority of etcd is lost",
    purchasesMs: SWITCHOVER_MS,
    run: ({ nodes }, chance) => {
      const kept = chance.pick(nodes);
      return loseEtcd(nodes.filter((node) => node !== kept));
    },
  },
  { name: "PgBouncer is killed", purchasesMs: SWITCHOVER_MS, run: ({ pgbouncer }) => restart(pgbouncer) },
  { name: "HAProxy is killed", purchasesMs: SWITCHOVER_MS, run: ({ haproxy }) => restart(haproxy) },
];

async function requireSyncStandby(cluster: Cluster): Promise<ClusterNode> {
  const standby = await cluster.findMember("sync_standby");
  if (standby === undefined) throw new Error("there is no synchronous standby");
  return standby;
}

async function crash(node: ClusterNode): Promise<void> {
  await node.crash();
  await delay(AWAY_MS);
  node.start();
}

/** The other two keep the majority. */
function isolate({ nodes }: Cluster, node: ClusterNode): Promise<void> {
  const others = nodes.filter((other) => other !== node);
  return cutOff(node, others, AWAY_MS);
}

/** Throws when it does not come back from the repository of the backups. */
async function restoreStandby(node: ClusterNode): Promise<void> {
  const { length } = node.listReplicaMethods();
  await node.crash();
  node.loseData();
  await delay(AWAY_MS);
  node.start();
  await waitUntil(() => {
    const method = node.listReplicaMethods()[length];
    if (method === undefined) return `${node.name} did not get its data back`;
    if (method !== "pgbackrest") throw new Error(`${node.name} came back by ${method}`);
    return undefined;
  }, COPIED_WITHIN_MS);
}

async function loseEtcd(nodes: readonly ClusterNode[]): Promise<void> {
  await Promise.all(nodes.map(({ etcd }) => etcd.end("SIGKILL")));
  await delay(AWAY_MS);
  for (const { etcd } of nodes) etcd.start();
}

async function restart(program: ClusterProcess): Promise<void> {
  await program.end("SIGKILL");
  await delay(RESTART_MS);
  program.start();
}
