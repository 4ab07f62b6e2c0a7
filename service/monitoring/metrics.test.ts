/** Metrics of a service, read as Prometheus reads them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import { SIGN_IN_FAILURES } from "@dealflow/contract/account/people";
import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import pino from "pino";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createKey } from "@/service/accounts/keys";
import { register } from "@/service/accounts/people/register";
import { TEST_HASHING } from "@/service/accounts/people/testing";
import { createWorkspace } from "@/service/accounts/workspaces";
import { createApp } from "@/service/http/app";
import type { Services } from "@/service/http/context";
import { createMetricsApp } from "@/service/http/metrics-app";
import { ACCOUNT_SECRET } from "@/service/http/testing/account";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { testServices } from "@/service/http/testing/service";
import { createScheduledJobs } from "@/service/scheduled-jobs";
import { firstIdAt, newId } from "@/service/store/new-id";
import { openPools } from "@/service/store/pools/pools";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createMetrics } from "./metrics";

const DEPLOY = new URL("../../deploy/prometheus/", import.meta.url);
/** The dashboard has these metrics instead (lib/server/http/metrics.ts). */
const OF_THE_DASHBOARD = "# HELP dealflow_open_streams ";
const ROUNDS = 3;
let database: TestDatabase;
let key: string;
beforeAll(async () => {
  database = await testDatabase();
  const company = await insertCompany(database.pool);
  for (let index = 0; index < ROUNDS; index++) await insertRound(database.pool, company);
  ({ key } = await createAccount("Watched", 6));
});
afterAll(() => database.drop());

async function createAccount(name: string, credits: number) {
  const workspace = await createWorkspace(database.pool, name, credits, new Date());
  if (workspace === undefined) throw new Error("the name is taken");
  return createKey(database.pool, workspace.id, "test", new Date());
}

function openService(overrides: Partial<Services> = {}) {
  const services = testServices(database, overrides);
  const jobs = createScheduledJobs(database.pool, pino({ level: "silent" }), Date.now);
  const metrics = createMetrics({
    ...{ version: services.version, pools: database.pools, summaries: services.summaries, dataDir: tmpdir() },
    getFailing: () => services.readiness.getVerdict().failing,
    getChargesWaiting: () => services.debits.waiting,
    getBulkCredits: () => services.bulkBuyer.charged,
    getLedgerMismatches: jobs.getLedgerMismatches,
  });
  const app = createApp(services, { observe: metrics.observeRequest });
  const metricsApp = createMetricsApp(metrics);
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      app.request(path, { headers: { [API_KEY_HEADER]: key, ...headers } }),
    send: (method: string, path: string) => app.request(path, { method, headers: { [API_KEY_HEADER]: key } }),
    signIn: (email: string, password: string) =>
      app.request(ACCOUNT.signIn.path, {
        method: ACCOUNT.signIn.method,
        headers: { [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET },
        body: JSON.stringify({ email, password }),
      }),
    /** Returns the samples of a metric by their labels, which are sorted. */
    read: async (name: string): Promise<Record<string, number>> => {
      const text = await (await metricsApp.request("/metrics")).text();
      const samples = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      return Object.fromEntries(
        samples.map((line) => {
          const [, labels = "", value] = /^[a-z0-9_]+(?:\{(.*)\})? (.+)$/.exec(line) ?? [];
          return [labels, Number(value)];
        }),
      );
    },
    jobs,
    summaries: services.summaries,
    request: (path: string) => metricsApp.request(path),
  };
}

it("counts requests by the pattern of their path and their status, and the credits that each route charged", async () => {
  const { get, send, read } = openService();
  const { path } = FEEDS.funding;
  expect((await get(`${path}?limit=2`)).status).toBe(200);
  expect((await get(`${path}?limit=1`, { [IDEMPOTENCY_KEY_HEADER]: newId() })).status).toBe(200);
  expect((await get(`${path}?limit=nothing`)).status).toBe(400);
  expect((await get("/account/v1/people/0190/anything")).status).toBe(404);
  expect((await send("PROPFIND", path)).status).toBe(405);
  expect((await get("/healthz")).status).toBe(200);
  const counts = await read("dealflow_http_request_duration_seconds_count");
  expect(counts).toMatchObject({
    [`method="GET",route="${path}",status="200"`]: 2,
    [`method="GET",route="${path}",status="400"`]: 1,
    [`method="other",route="${path}",status="405"`]: 1,
    'method="GET",route="/healthz",status="200"': 1,
  });
  expect(Object.keys(counts).join()).not.toContain("anything");
  expect(await read("dealflow_credits_charged_total")).toEqual({ [`route="${path}"`]: 3 });
});

it("counts the credits of a request that fails after its charge", async () => {
  const { feeds } = testServices(database);
  let charges = 0;
  const recordVersion = () => {
    // The first charge asks for the balance only.
    if (++charges === 2) throw new Error("out of order");
  };
  const { get, read } = openService({ feeds: { ...feeds, recordVersion } });
  expect((await get(`${FEEDS.funding.path}?limit=1`)).status).toBe(503);
  expect(await read("dealflow_credits_charged_total")).toEqual({ [`route="${FEEDS.funding.path}"`]: 1 });
});

it("counts requests that were refused because nothing was left to pay with", async () => {
  const { get, read } = openService();
  const { path } = FEEDS.funding;
  const { key: spent } = await createAccount("Spent", 1);
  expect((await get(`${path}?limit=1`, { [API_KEY_HEADER]: spent })).status).toBe(200);
  expect((await get(`${path}?limit=1`, { [API_KEY_HEADER]: spent })).status).toBe(402);
  expect(await read("dealflow_payments_refused_total")).toEqual({ [`route="${path}",reason="credits"`]: 1 });
});

it("counts sign-ins by their results, and those after which the account has to wait", async () => {
  const { signIn, read } = openService();
  const [email, password] = ["ada@firm.example", "violet harbour 19"];
  const passwordHash = await TEST_HASHING.hash(password);
  await register(database.pool, { email, name: "Ada Quill", confirmed: true, passwordHash }, new Date());
  expect((await signIn(email, password)).status).toBe(200);
  await database.pool.query("update users set disabled_at = now()");
  expect((await signIn(email, password)).status).toBe(403);
  const failures = Array.from({ length: SIGN_IN_FAILURES.network.max + 1 }, () => "not the password");
  for (const wrong of failures) await signIn(email, wrong);
  expect(await read("dealflow_sign_ins_total")).toEqual({
    ...{ 'result="succeeded"': 1, 'result="disabled"': 1 },
    ...{ 'result="wrong_password"': SIGN_IN_FAILURES.network.max - 1, 'result="locked_out"': 1, 'result="refused"': 1 },
  });
});

it("tells of imports by state, and of schedules that fail", async () => {
  const { read } = openService();
  expect(await read("dealflow_import_schedules_failing")).toEqual({ "": 0 });
  await database.pool.query(
    `insert into imports (source, file, settings, started_at, ended_at, undone_at) values
       ('a', 'a.csv', '{}', now(), now(), null), ('a', 'b.csv', '{}', now(), now(), now()), ('a', 'c.csv', '{}', now(), null, null);
     insert into import_schedules (address, every_seconds, options, created_at, next_run_at, failures, paused) values
       ('https://a.example', 60, '{}', now(), now(), 2, false), ('https://b.example', 60, '{}', now(), now(), 1, true)`,
  );
  expect(await read("dealflow_imports")).toEqual({
    'state="complete"': 1,
    'state="unfinished"': 1,
    'state="undone"': 1,
  });
  expect(await read("dealflow_import_schedules_failing")).toEqual({ "": 1 });
});

it("adds up where the time of requests went, by route", async () => {
  const { get, read } = openService();
  const { path } = FEEDS.acquisitions;
  expect((await get(`${path}?limit=1`)).status).toBe(200);
  const seconds = await read("dealflow_http_request_phase_seconds_total");
  const phases = ["connection", "statement", "charge", "rest"].map((phase) => `route="${path}",phase="${phase}"`);
  expect(Object.keys(seconds)).toEqual(phases);
  for (const phase of phases.slice(1, 3)) expect(seconds[phase]).toBeGreaterThan(0);
  const total = (await read("dealflow_http_request_duration_seconds_sum"))[`method="GET",route="${path}",status="200"`];
  expect(Object.values(seconds).reduce((sum, part) => sum + part, 0)).toBeGreaterThanOrEqual((total ?? 0) - 0.001);
});

it("tells of connections, caches, readiness and the process", async () => {
  const { get, read } = openService();
  await get(FEEDS.funding.path);
  expect(Object.keys(await read("dealflow_pool_waiting"))).toContain('pool="debits"');
  expect(await read("dealflow_pool_connections")).toMatchObject({ 'pool="sessions",state="used"': 0 });
  const waited = await read("dealflow_pool_wait_seconds_total");
  expect(waited['pool="debits"']).toBeGreaterThan(0);
  expect((await read("dealflow_pool_wait_seconds_total"))['pool="debits"']).toBe(waited['pool="debits"']);
  expect((await read("dealflow_cache_max_bytes"))['cache="pages of feeds"']).toBeGreaterThan(0);
  // Its checks have not begun.
  expect(await read("dealflow_ready")).toEqual({ "": 0 });
  expect(Object.keys(await read("dealflow_build_info"))).toEqual([expect.stringMatching(/^version="/)]);
  expect((await read("nodejs_eventloop_lag_p99_seconds"))[""]).toBeGreaterThanOrEqual(0);
});

it("tells of webhook deliveries: how many are left, since when the oldest is due, and what is disabled", async () => {
  const { read } = openService();
  expect(await read("dealflow_webhook_oldest_delivery_seconds")).toEqual({ "": 0 });
  const [id, now] = [newId(), Date.now()];
  await database.pool.query(
    `insert into webhook_subscriptions (id, workspace_id, url, description, created_at, disabled_at, disabled_reason)
       select '${id}', id, '', '', now(), now(), 'failing' from workspaces limit 1;
     insert into webhook_events (id, event, record_id, record, test, created_at) values ('${id}', '', '${id}', '{}', true, now());
     insert into webhook_deliveries (id, workspace_id, subscription_id, event_id, state, next_attempt_at)
       select delivery.id::uuid, workspaces.id, '${id}', '${id}', state, at from (select id from workspaces limit 1) workspaces,
       (values ('${firstIdAt(now)}', 'pending', now() - interval '90 s'), ('${firstIdAt(now + 1)}', 'pending', now()),
         ('${firstIdAt(now + 2)}', 'waiting', null), ('${firstIdAt(now + 3)}', 'succeeded', null)) delivery (id, state, at)`,
  );
  expect(await read("dealflow_webhook_deliveries")).toEqual({ 'state="pending"': 2, 'state="waiting"': 1 });
  const overdue = (await read("dealflow_webhook_oldest_delivery_seconds"))[""];
  expect(overdue).toBeGreaterThanOrEqual(90);
  expect(overdue).toBeLessThan(600);
  expect(await read("dealflow_webhooks_disabled")).toEqual({
    'reason="manual"': 0,
    'reason="failing"': 1,
    'reason="gone"': 0,
  });
});

it("tells of balances that are not the sums of their ledger, once they were compared", async () => {
  const { jobs, read } = openService();
  expect(await read("dealflow_ledger_mismatches")).toEqual({});
  await jobs.tick();
  expect(await read("dealflow_ledger_mismatches")).toEqual({ "": 0 });
  await database.pool.query("update workspaces set balance = balance + 1 where name = 'Watched'");
  const another = openService();
  await another.jobs.tick();
  expect(await another.read("dealflow_ledger_mismatches")).toEqual({ "": 1 });
  await database.pool.query("update workspaces set balance = balance - 1 where name = 'Watched'");
});

it("tells of the feeds in memory and of the disk", async () => {
  const { summaries, read } = openService();
  expect(await read("dealflow_feed_memory_sampling")).toEqual({});
  const before = Date.now() / 1_000;
  await summaries.preload();
  expect(await read("dealflow_feed_memory_sampling")).toMatchObject({ 'feed="funding"': 1, 'feed="companies"': 1 });
  // There are no companies but one.
  expect(await read("dealflow_feed_memory_bytes")).toMatchObject({
    'feed="companies"': 100,
    'feed="funding"': 100 * ROUNDS,
  });
  const updated = await read("dealflow_feed_memory_updated_timestamp_seconds");
  expect(updated['feed="funding"']).toBeGreaterThanOrEqual(before);
  expect((await read("dealflow_feed_memory_update_seconds"))['feed="funding"']).toBeGreaterThan(0);
  const disk = await read("dealflow_data_dir_disk_bytes");
  expect(Object.keys(disk)).toEqual(['state="free"', 'state="used"']);
  expect(disk['state="free"']).toBeGreaterThan(0);
  await summaries.stop();
});

it("tells of scheduled backups, once there was one", async () => {
  const { read } = openService();
  expect(await read("dealflow_backup_failing")).toEqual({});
  const success = {
    folder: "/b",
    takenAt: new Date(Date.now() - 60_000),
    due: "",
    bytes: 1,
    seconds: 1,
    notRestored: null,
  };
  const state = { success, failure: { at: "", message: "" }, intact: 4, damaged: ["one"] };
  await database.pool.query("insert into settings (name, value) values ('scheduled backups', $1)", [
    JSON.stringify(state),
  ]);
  expect(await read("dealflow_backup_failing")).toEqual({ "": 1 });
  expect(await read("dealflow_backups")).toEqual({ 'state="intact"': 4, 'state="damaged"': 1 });
  const age = (await read("dealflow_backup_age_seconds"))[""];
  expect(age).toBeGreaterThanOrEqual(60);
  expect(age).toBeLessThan(600);
});

it("is served while the database does not answer, without what is read from there", async () => {
  const closed = openPools("postgres://nobody@127.0.0.1:1/nothing");
  const failing = {
    ...{ getFailing: () => ["charging"], getChargesWaiting: () => 0, getBulkCredits: () => 0 },
    getLedgerMismatches: () => undefined,
    ...{ summaries: { getStates: () => [] }, dataDir: "/nowhere" },
  };
  const text = await createMetrics({ version: "1", pools: closed, ...failing }).read();
  expect(text).toMatch(/^dealflow_ready 0$/m);
  expect(text).not.toMatch(/^dealflow_(?:webhook|backup|import)/m);
  await closed.close();
});

it("has no other address", async () => {
  const { request } = openService();
  expect((await request("/")).status).toBe(404);
  expect((await request("/metrics")).headers.get("content-type")).toContain("version=0.0.4");
});

it("has every metric that the alerts and the dashboard of Grafana read", async () => {
  const { request } = openService();
  const text = `${await (await request("/metrics")).text()}${OF_THE_DASHBOARD}`;
  for (const file of ["rules.yml", "dashboard.json"]) {
    const names = readFileSync(new URL(file, DEPLOY), "utf8").match(/\b(?:dealflow|nodejs|process)_\w+/g) ?? [];
    expect(names.length, file).toBeGreaterThan(10);
    const named = new Set(names.map((name) => name.replace(/(?<=_seconds)_(?:bucket|count|sum)$/, "")));
    expect([...named].filter((name) => !text.includes(`# HELP ${name} `))).toEqual([]);
  }
});

it("has only names and help that promtool accepts, and the alerts fire when they should @long", async () => {
  const { get, request, summaries } = openService();
  await get(FEEDS.funding.path);
  // Metrics without a value are not checked.
  await summaries.preload();
  const run = (args: readonly string[], input = "") => {
    const { status, stdout, stderr } = spawnSync(inject("promtool"), args, { input, encoding: "utf8" });
    return { status, output: `${stdout}${stderr}` };
  };
  expect(run(["check", "metrics"], await (await request("/metrics")).text())).toEqual({ status: 0, output: "" });
  const folder = fileURLToPath(DEPLOY);
  for (const args of [
    ["check", "config", `${folder}prometheus.yml`],
    ["test", "rules", `${folder}rules.test.yml`],
  ])
    expect(run(args)).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") });
  await summaries.stop();
});
