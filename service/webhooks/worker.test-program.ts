/**
 * Adds events and delivers them, and may be killed at any moment: `<database> <PEM file> <first> <last>` adds the
 * events with these keys, as far as they are not stored, while its worker delivers all due ones.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { parseNetwork } from "@/lib/net/address";
import { addEvent } from "@/service/ingest/add-event";
import { createOutbound } from "@/service/net/outbound";
import { openPools } from "@/service/store/pools/pools";
import { createWorker } from "./worker";

const [url = "", ca = "", first = "", last = ""] = process.argv.slice(2);
const loopback = parseNetwork("127.0.0.0/8");
if (loopback === undefined) throw new Error("the network is well-formed");
const { jobs: pool } = openPools(url);
const outbound = createOutbound({
  allowed: [loopback],
  ca: readFileSync(ca, "utf8"),
  responseBytes: 16_384,
  deadlineMs: 500,
});
createWorker({
  pool,
  outbound,
  payOnceDays: Number.POSITIVE_INFINITY,
  log: pino({ level: "silent" }),
  leaseMs: 1_000,
  pollMs: 20,
  perSubscription: 50,
}).start();

for (let key = Number(first); key <= Number(last); key++) {
  const record = { round: "seed", announcedAt: "2026-11-01", company: { name: `Company ${key}` } };
  const line = JSON.stringify({ kind: "funding", key: String(key), record });
  if ((await addEvent(pool, line, new Date())).outcome !== "added") continue;
  // The delay keeps a process from getting far before it is killed.
  await delay(15);
}
