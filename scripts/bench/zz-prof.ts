import { spawn } from "node:child_process";
import { once } from "node:events";
import { openDatabaseServer } from "@/service/store/database-server";
import { openPools } from "@/service/store/pools";
import { createWorkspace, setWorkspace } from "@/service/accounts/workspaces";
import { createKey } from "@/service/accounts/keys";
import { newId } from "@/service/store/new-id";
import { prepare } from "./prepare";
import { SHAPES } from "./shapes";
import { measure } from "./load";
import { end, startBare, startService } from "./programs";
const server = await openDatabaseServer({ databaseUrl: null, dataDir: "/tmp/lead-bench", program: "lead", log: () => {} });
const url = new URL(server.url); url.pathname = "/m100003";
const pools = openPools(url.href);
const accounts = [];
for (let i = 0; i < 16; i++) { const w = await createWorkspace(pools.main, newId(), 1e9, new Date()); await setWorkspace(pools.main, w!.id, { rate: 1e9, burst: 1e9 }); accounts.push({ workspaceId: w!.id, key: (await createKey(pools.main, w!.id, "x", new Date())).key }); }
const secret = "the benchmark's own secret, never used elsewhere";
const shape = SHAPES.find((s) => s.name === (process.argv[2] ?? "another page each time"))!;
const p = await prepare(shape, 0, pools, accounts, secret);
await pools.close();
const settings: Record<string, string> = { DATABASE_REPLICA_URL: url.href };
if (process.argv[3]) settings.NODE_OPTIONS = "--import /tmp/preload.mjs";
const service = await startService(url.href, "/tmp/lead-bench", secret, settings);
const bare = await startBare(url.href, p.bareShapes);
for (let r = 0; r < 4; r++) {
  const a = await measure({ url: service.url, requests: p.service, connections: Number(process.env.CONN ?? 16), seconds: 2 });
  const b = await measure({ url: bare.url, requests: p.bare, connections: Number(process.env.CONN ?? 16), seconds: 2 });
  console.log(Math.round(a.rate), Math.round(b.rate), (a.rate / b.rate).toFixed(2), "p95", a.p95.toFixed(1), b.p95.toFixed(1));
}
await end(service.child); await end(bare.child); await server.close();
