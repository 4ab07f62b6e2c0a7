/**
 * Cuts a node off from the other nodes, though all run on one machine: iptables knows by the group of a process which node opens a
 * connection, and by its port to which node it leads. HAProxy and its clients still reach the node.
 */
import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { ensureProgram, IPTABLES } from "../test-runner/system-programs.mjs";
import type { ClusterNode } from "./node";

/** A table, and what is done with which packets in it. */
type Rule = readonly [table: string, ...rule: string[]];

/** Returns why no node can be cut off here; undefined when one can. */
export function noPartitionReason(): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  return process.getuid?.() === 0 ? undefined : "needs root";
}

/** Drops what passes between the node and the others for that long (ms), also on connections that are open. */
export async function cutOff(node: ClusterNode, others: readonly ClusterNode[], ms: number): Promise<void> {
  const iptables = ensureProgram(IPTABLES);
  const change = (action: "--append" | "--delete", [table, ...rule]: Rule) =>
    execFileSync(iptables, ["--wait", "--table", table, action, ...rule]);
  // A connection keeps its mark when the rules are gone, so each node has one of its own.
  const mark = String(node.group);
  const rules: readonly Rule[] = [
    ...others.flatMap((other) => [markConnections(node, other, mark), markConnections(other, node, mark)]),
    ["filter", "INPUT", "--in-interface", "lo", "--match", "connmark", "--mark", mark, "--jump", "DROP"],
  ];
  const added: Rule[] = [];
  const repair = () => {
    for (const rule of added.splice(0)) change("--delete", rule);
  };
  // An interrupted test leaves no rules behind.
  process.once("exit", repair);
  try {
    for (const rule of rules) {
      change("--append", rule);
      added.push(rule);
    }
    await delay(ms);
  } finally {
    repair();
    process.off("exit", repair);
  }
}

function markConnections(client: ClusterNode, server: ClusterNode, mark: string): Rule {
  return [
    "mangle",
    ...["OUTPUT", "--out-interface", "lo", "--protocol", "tcp"],
    ...["--match", "owner", "--gid-owner", String(client.group)],
    ...["--match", "multiport", "--dports", server.ports.join(",")],
    ...["--jump", "CONNMARK", "--set-mark", mark],
  ];
}
