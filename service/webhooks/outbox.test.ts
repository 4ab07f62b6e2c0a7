import type { AnyQuery } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { WEBHOOK_FEEDS, type WebhookEventName } from "@dealflow/contract/webhook-events";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { matcher } from "@/lib/filters/predicate";
import { addEvent } from "@/service/ingest/add-event";
import { undoImport } from "@/service/ingest/imports/undo";
import { importLines } from "@/service/ingest/testing";
import { DEAL, MOVE, round } from "@/service/ingest/testing-events";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { deleteEventsWithoutDeliveries, publishEvents } from "./outbox";
import { deleteWebhook, disableWebhook } from "./subscriptions";
import { readDeliveries, subscribe } from "./testing/subscriptions";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query(
    `truncate companies, investors, people, funding_events, acquisitions, exec_moves, event_sources, external_keys,
       webhook_subscriptions, webhook_events cascade`,
  );
});

describe("an event that is added", () => {
  it("gets a delivery for each subscription that selects it", async () => {
    const { pool } = database;
    const all = await subscribe(pool, { "funding.created": "", "acquisition.created": "", "exec_move.created": "" });
    const narrow = await subscribe(pool, { "funding.created": "round=seed&countries=DE&minAmountUsd=1000000" });
    // A deal has two countries and is delivered once.
    const deals = await subscribe(pool, { "acquisition.created": "countries=FR&countries=US" });
    await subscribe(pool, { "funding.created": "round=seed&countries=DE&minAmountUsd=3000000" });
    await subscribe(pool, { "funding.created": "countries=unknown", "exec_move.created": "moveType=departure" });
    expect((await addEvent(pool, JSON.stringify(round("Quorvane")), new Date())).outcome).toBe("added");
    expect((await addEvent(pool, JSON.stringify(DEAL), new Date())).outcome).toBe("added");
    expect((await addEvent(pool, JSON.stringify(MOVE), new Date())).outcome).toBe("added");
    const found = (await readDeliveries(pool)).map(({ subscriptionId, event }) => `${event} ${subscriptionId}`);
    expect(found.sort()).toEqual(
      [
        `acquisition.created ${all.id}`,
        `acquisition.created ${deals.id}`,
        `exec_move.created ${all.id}`,
        `funding.created ${all.id}`,
        `funding.created ${narrow.id}`,
      ].sort(),
    );
    const { rows } = await pool.query("select record from webhook_events where event = 'funding.created'");
    expect(rows).toEqual((await pool.query("select record from funding_events")).rows);
  });

  it("never fires again when more is learned of it later", async () => {
    const { pool } = database;
    await subscribe(pool, { "funding.created": "" });
    const line = (fields: Record<string, unknown>) => JSON.stringify({ key: "1", ...round("Quorvane", fields) });
    expect((await addEvent(pool, line({}), new Date())).outcome).toBe("added");
    expect((await addEvent(pool, line({}), new Date())).outcome).toBe("unchanged");
    expect((await addEvent(pool, line({ round: "series-a" }), new Date())).outcome).toBe("changed");
    await addEvent(
      pool,
      line({ company: { name: "Quorvane", domain: "quorvane.example", hqCity: "Bonn" } }),
      new Date(),
    );
    expect(await readDeliveries(pool)).toHaveLength(1);
  });

  it("commits with its deliveries or not at all", async () => {
    const { pool } = database;
    await subscribe(pool, { "funding.created": "" });
    await pool.query("create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$");
    await pool.query(
      "create trigger refuse before insert on webhook_deliveries for each row execute function refuse()",
    );
    await expect(addEvent(pool, JSON.stringify(round("Quorvane")), new Date())).rejects.toThrow("no room");
    await pool.query("drop trigger refuse on webhook_deliveries; drop function refuse");
    for (const table of ["funding_events", "webhook_events", "webhook_deliveries"])
      expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
  });

  it("waits unsent for a subscription that is disabled", async () => {
    const { pool } = database;
    const { id, workspaceId } = await subscribe(pool, { "funding.created": "" });
    await addEvent(pool, JSON.stringify(round("Quorvane")), new Date());
    await disableWebhook(pool, workspaceId, id, new Date());
    await addEvent(pool, JSON.stringify(round("Brenwick")), new Date());
    expect(await readDeliveries(pool)).toMatchObject([
      { state: "skipped", nextAttemptAt: null },
      { state: "skipped", nextAttemptAt: null },
    ]);
  });
});

describe("a webhook that is deleted at the same moment", () => {
  it("gets nothing, and the event is stored", async () => {
    const { pool } = database;
    const { id } = await subscribe(pool, { "funding.created": "" });
    const deleting = await pool.connect();
    await deleting.query("begin");
    await deleting.query("delete from webhook_subscriptions where id = $1", [id]);
    const adding = addEvent(pool, JSON.stringify(round("Quorvane")), new Date());
    await expect
      .poll(async () => {
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_match_keys%'";
        return (await pool.query(waiting)).rowCount;
      })
      .toBe(1);
    await deleting.query("commit");
    deleting.release();
    expect((await adding).outcome).toBe("added");
    expect(await readDeliveries(pool)).toEqual([]);
  });
});

describe("the events of deleted webhooks", () => {
  it("are deleted when no other webhook has a delivery of them", async () => {
    const { pool } = database;
    const [one, other] = [
      await subscribe(pool, { "funding.created": "" }),
      await subscribe(pool, { "funding.created": "round=series-a" }),
    ];
    const events = Array.from({ length: 1_500 }, () => ({
      event: "funding.created" as const,
      record: { id: newId(), round: "seed", company: {} },
    }));
    const subscribed = { event: "funding.created" as const, record: { id: newId(), round: "series-a", company: {} } };
    await inTransaction(pool, (client) => publishEvents(client, [...events, subscribed], new Date()));
    await deleteEventsWithoutDeliveries(pool);
    expect((await pool.query("select from webhook_events")).rowCount).toBe(1_501);
    await deleteWebhook(pool, one.workspaceId, one.id);
    await deleteEventsWithoutDeliveries(pool);
    const { rows } = await pool.query("select record_id from webhook_events");
    expect(rows).toEqual([{ record_id: subscribed.record.id }]);
    expect(await readDeliveries(pool)).toMatchObject([{ subscriptionId: other.id }]);
  });
});

describe("an import", () => {
  it("sends nothing unless requested, and nothing when it is a dry run", async () => {
    const { pool } = database;
    await subscribe(pool, { "funding.created": "" });
    await importLines(pool, [round("One")]);
    await importLines(pool, [round("Two")], { dryRun: true, notify: true });
    expect(await readDeliveries(pool)).toEqual([]);
    await importLines(pool, [round("One"), round("Three"), round("Four")], { notify: true });
    expect(await readDeliveries(pool)).toMatchObject([{ state: "pending" }, { state: "pending" }]);
  });

  it("sends an event once, also when an undo had removed it, or a full export without it", async () => {
    const { pool } = database;
    await subscribe(pool, { "funding.created": "" });
    const lines = (...names: string[]) => names.map((name) => ({ key: name, ...round(name) }));
    const run = (...names: string[]) => importLines(pool, lines(...names), { notify: true, full: true, yes: true });
    const { id } = await run("One", "Two");
    await undoImport(pool, id, new Date());
    await run("One", "Two", "Three");
    await run("One", "Two");
    expect((await run("One", "Two", "Three")).totals.rows).toMatchObject({ added: 1 });
    expect(await readDeliveries(pool)).toHaveLength(3);
    expect((await pool.query("select from webhook_events")).rowCount).toBe(3);
  });

  it("sends nothing of an event that turns out to be a known one, in either order of discovery", async () => {
    const { pool } = database;
    const { workspaceId } = await subscribe(pool, { "funding.created": "" });
    const line = (name: string, facts: Readonly<Record<string, unknown>>) => ({
      ...{ kind: "funding", key: name },
      record: { company: { name }, ...facts },
    });
    const first = line("Kestrel Robotics Systems", { amountUsd: 1_050_000, announcedAt: "2026-03-02" });
    const second = line("Kestrel Robotics GmbH", { amountUsd: 1_000_000, announcedAt: "2026-03-12" });
    const discovered = { ...second, record: { ...second.record, discoveredAt: "2026-03-13" } };
    await importLines(pool, [first], { source: "wire", notify: true });
    await importLines(pool, [discovered], { source: "daily", notify: true });
    const { rows } = await pool.query("select id, discovered_at from funding_events");
    expect(rows).toEqual([{ id: expect.any(String), discovered_at: new Date("2026-03-13") }]);
    expect(await readDeliveries(pool)).toHaveLength(1);
    const owned = "select from purchased_records where workspace_id = $1 and record_id = $2";
    expect((await pool.query(owned, [workspaceId, rows[0].id])).rowCount).toBe(1);
  });
});

describe("a subscription", () => {
  const one = {
    announcedAt: new Date().toISOString(),
    amountUsd: 7_000_000,
    company: { naicsCode: "513210", employeeCountBucket: "11-50", verticals: ["ai"] },
  };

  it.each([
    ["naicsCode=51", true],
    ["naicsCode=62", false],
    ["employeeBuckets=11-50&verticals=ai", true],
    ["verticals=fintech", false],
    ["maxAmountUsd=7000000", true],
    ["maxAmountUsd=6999999", false],
    ["since=-6mo", true],
    ["until=-6mo", false],
    ["enrichedOnly=true", false],
  ])("by %s selects what the feed selects", async (query, isSelected) => {
    const { pool } = database;
    await subscribe(pool, { "funding.created": query });
    const created = [{ event: "funding.created" as const, record: { id: newId(), ...one } }];
    await inTransaction(pool, (client) => publishEvents(client, created, new Date()));
    expect(await readDeliveries(pool)).toHaveLength(isSelected ? 1 : 0);
  });
});

describe("matching through the index", () => {
  const pick = (values: readonly string[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
  const COUNTRIES = ["DE", "FR", "US", "unknown"];
  const INDUSTRIES = ["Software Development", "Banking", "Hospitals", "unknown"];
  const amount = fc.option(fc.constantFrom(0, 1, 1_000_000, 5_000_000), { nil: undefined });
  const date = fc.option(fc.constantFrom("2026-01-01", "2026-06-30"), { nil: undefined });
  const queries: Readonly<Record<WebhookEventName, fc.Arbitrary<AnyQuery>>> = {
    "funding.created": fc.record({
      round: pick(["seed", "series-a", "grant"]),
      countries: pick(COUNTRIES),
      industryGroups: pick(INDUSTRIES),
      minAmountUsd: amount,
      verticals: pick(["ai", "fintech", "unknown"]),
      since: date,
    }),
    "acquisition.created": fc.record({
      countries: pick(COUNTRIES),
      industryGroups: pick(INDUSTRIES),
      minAmountUsd: amount,
      until: date,
    }),
    "exec_move.created": fc.record({
      countries: pick(COUNTRIES),
      roleSeniority: pick(["founder", "c_level", "other"]),
      moveType: pick(["appointment", "departure"]),
    }),
  };
  const company = fc.record({
    hqCountry: fc.constantFrom(null, { code: "DE" }, { code: "FR" }, { code: "US" }, { code: "JP" }),
    industryGroup: fc.constantFrom(null, "Software Development", "Banking", "Hospitals", "Ranching"),
    verticals: fc.subarray(["ai", "fintech", "saas"]),
  });
  const announcedAt = fc.constantFrom(
    "2025-12-31T23:00:00.000Z",
    "2026-03-01T00:00:00.000Z",
    "2026-07-01T12:00:00.000Z",
  );
  const usd = fc.constantFrom(null, 0, 1, 2_000_000, 9_000_000);
  const records: Readonly<Record<WebhookEventName, fc.Arbitrary<Record<string, unknown>>>> = {
    "funding.created": fc.record({
      round: fc.constantFrom(null, "seed", "series-a", "series-b"),
      amountUsd: usd,
      announcedAt,
      company,
    }),
    "acquisition.created": fc.record({ announcedAt, dealAmountUsd: usd, target: company, acquirer: company }),
    "exec_move.created": fc.record({
      roleSeniority: fc.constantFrom(null, "founder", "c_level", "director"),
      moveType: fc.constantFrom("appointment", "departure", "promotion"),
      company,
    }),
  };
  const names: readonly WebhookEventName[] = ["funding.created", "acquisition.created", "exec_move.created"];

  it.each(names)("finds exactly what the predicate finds: %s", async (event) => {
    const { pool } = database;
    const subscriptions = new Map<string, string>();
    const workspaceIds = Array.from({ length: 4 }, () => newId());
    for (const [index, query] of fc.sample(queries[event], { numRuns: 120, seed: 7 }).entries()) {
      const text = serializeFeedQuery(WEBHOOK_FEEDS[event], query);
      const workspaceId = workspaceIds[index % 4] ?? "";
      subscriptions.set((await subscribe(pool, { [event]: text }, { workspaceId })).id, text);
    }
    const created = fc
      .sample(records[event], { numRuns: 100, seed: 11 })
      .map((record) => ({ event, record: { id: newId(), ...record } }));
    await inTransaction(pool, (client) => publishEvents(client, created, new Date()));
    const { rows } = await pool.query<{ found: string }>(
      `select e.record_id || ' ' || d.subscription_id as found
       from webhook_deliveries d join webhook_events e on e.id = d.event_id`,
    );
    const feed = WEBHOOK_FEEDS[event];
    const expected = created.flatMap(({ record }) =>
      [...subscriptions].flatMap(([id, text]) => {
        const values = new URLSearchParams(text);
        const query = Object.fromEntries(
          [...new Set(values.keys())].map((name) => [
            name,
            name === "minAmountUsd"
              ? Number(values.get(name))
              : ["since", "until"].includes(name)
                ? (values.get(name) ?? "")
                : values.getAll(name),
          ]),
        );
        return matcher(feed, query)(record) === true ? [`${record.id} ${id}`] : [];
      }),
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(rows.map(({ found }) => found).sort()).toEqual(expected.sort());
  });
});
