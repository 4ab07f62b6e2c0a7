import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquisition, company, execMove, fundingEvent, investor } from "@/lib/contract/records";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { importLines } from "../testing";
import { hasDemo, loadDemo, loadDemoOnce, removeDemo } from "./load";
import { FULL_MARKET, type MarketSize, makeMarket } from "./market";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const SMALL: MarketSize = { companies: 300, rounds: 400, acquisitions: 60, moves: 120, investors: 50 };
const options = { now: NOW, size: SMALL, log: () => undefined };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function count(sql: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*) as count from ${sql}`);
  return rows[0]?.count ?? 0;
}

describe("makeMarket", () => {
  it("is the same for the same seed and instant, and another for another seed", async () => {
    const texts = async (seed: number) => {
      const market = await makeMarket(seed, NOW, SMALL);
      return JSON.stringify([market.companies, market.investors, market.people, ...market.rounds(), ...market.moves()]);
    };
    const first = await texts(1);
    expect(await texts(1)).toBe(first);
    expect(await texts(2)).not.toBe(first);
  });

  it("makes records of the interface, none of them after its instant", async () => {
    const market = await makeMarket(3, NOW, SMALL);
    const rounds = [...market.rounds()].map(({ record }) => fundingEvent.parse(record));
    const deals = [...market.acquisitions()].map(({ record }) => acquisition.parse(record));
    const moves = [...market.moves()].map(({ record }) => execMove.parse(record));
    expect([rounds.length, deals.length, moves.length]).toEqual([400, 60, 120]);
    for (const event of [...rounds, ...deals, ...moves]) {
      expect(event.announcedAt <= event.discoveredAt || event.discoveredAt === NOW.toISOString()).toBe(true);
      expect(event.discoveredAt <= NOW.toISOString()).toBe(true);
    }
    for (const { acquirer, target } of deals) expect(acquirer.id === null || acquirer.id !== target.id).toBe(true);
    const domains = market.companies.flatMap(({ domain }) => domain ?? []);
    expect(new Set(domains).size).toBe(domains.length);
    expect(domains.every((domain) => domain.endsWith(".example"))).toBe(true);
  });
});

describe("the demo data set", () => {
  it("leaves nothing behind when its load fails half-way", async () => {
    await database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
    );
    await database.pool.query("create trigger refuse before insert on event_sources execute function refuse()");
    await expect(loadDemo(database.pool, options)).rejects.toThrow("no room");
    await database.pool.query("drop trigger refuse on event_sources");
    expect([await count("companies"), await count("funding_events"), await hasDemo(database.pool)]).toEqual([
      0,
      0,
      false,
    ]);
  });

  it("is loaded once, whoever starts at the same time", async () => {
    const loads = await Promise.all([loadDemoOnce(database.pool, options), loadDemoOnce(database.pool, options)]);
    expect(loads.filter((load) => load !== undefined)).toEqual([{ ...SMALL, ms: expect.any(Number) }]);
    expect([await count("companies"), await count("funding_events")]).toEqual([300, 400]);
    expect(await hasDemo(database.pool)).toBe(true);
    await expect(loadDemo(database.pool, options)).rejects.toThrow("The demo data set is loaded already.");
    const { rows } = await database.pool.query("select feed, total from feeds order by feed");
    expect(rows.map(({ total }) => total)).toEqual([60, 120, 400]);
  });

  it("keeps indexes as they were", async () => {
    expect(await count("pg_class where relkind = 'i' and reloptions @> array['fastupdate=on']")).toBe(0);
    expect(await count("pg_class where relkind = 'i' and reloptions @> array['fastupdate=off']")).toBeGreaterThan(0);
  });

  it("is removed without what an operator imported, or that names it", async () => {
    const { rows } = await database.pool.query<{ domain: string }>(
      "select domain from companies where domain is not null limit 1",
    );
    const domain = rows[0]?.domain;
    await importLines(database.pool, [
      { kind: "funding", record: { announcedAt: "2026-05-04", company: { name: "Mine", domain: "mine.example" } } },
      { kind: "funding", record: { announcedAt: "2026-05-04", company: { domain }, investors: ["Hollin Growth"] } },
    ]);
    expect(await removeDemo(database.pool)).toEqual({
      rounds: 400,
      acquisitions: 60,
      moves: 120,
      companies: 299,
      investors: 50,
      people: expect.any(Number),
    });
    expect([await count("companies"), await count("funding_events"), await count("investors")]).toEqual([2, 2, 1]);
    expect([await count("people"), await count("event_sources"), await count("external_keys")]).toEqual([0, 0, 3]);
    expect(await hasDemo(database.pool)).toBe(false);
  });

  it("does not come back by itself, but when it is asked for", async () => {
    expect(await loadDemoOnce(database.pool, options)).toBeUndefined();
    expect(await hasDemo(database.pool)).toBe(false);
    // Its companies may be there already: one stayed because an imported event names it.
    await expect(loadDemo(database.pool, { ...options, seed: 7 })).resolves.toMatchObject(SMALL);
  });
});

describe("the whole demo data set", () => {
  it("is as large, as skewed and as full of gaps as it is meant to be", async () => {
    const whole = await testDatabase();
    try {
      const loaded = await loadDemo(whole.pool, {
        now: NOW,
        log: (sentence) => void process.stdout.write(`${sentence}\n`),
      });
      expect(loaded).toMatchObject(FULL_MARKET);
      const share = async (table: string, condition: string) => {
        const { rows } = await whole.pool.query<{ share: number }>(
          `select avg((${condition})::int)::float as share from ${table}`,
        );
        return rows[0]?.share ?? 0;
      };
      expect(await share("funding_events", "round is null")).toBeCloseTo(0.33, 1.7);
      expect(await share("funding_events", "amount_usd_cents is null")).toBeCloseTo(0.11, 1.7);
      expect(await share("funding_events", "company_id is null")).toBeCloseTo(0.15, 2);
      expect(await share("companies", "employee_count_bucket is null")).toBeCloseTo(0.72, 1.7);
      expect(await share("companies", "hq_country is null")).toBeCloseTo(0.11, 1.7);
      expect(await share("companies", "domain is null")).toBeCloseTo(0.06, 1.7);
      expect(await share("companies", "hq_country = 'US'")).toBeGreaterThan(0.25);
      const { rows } = await whole.pool.query<{ round: string; median: number }>(
        `select round, percentile_cont(0.5) within group (order by amount_usd_cents) as median from funding_events
         where round in ('pre-seed', 'seed', 'series-a', 'series-b', 'series-c', 'series-d') and amount_usd_cents is not null
         group by round order by median`,
      );
      expect(rows.map((row) => row.round)).toEqual([
        "pre-seed",
        "seed",
        "series-a",
        "series-b",
        "series-c",
        "series-d",
      ]);
      const today = await whole.pool.query<{ id: string; record: string }>(
        "select record from funding_events where announced_at >= '2026-11-20' limit 1",
      );
      expect(today.rows).toHaveLength(1);
      for (const [table, schema] of [
        ["companies", company],
        ["investors", investor],
      ] as const) {
        const some = await whole.pool.query<{ record: string }>(`select record from ${table} order by id limit 500`);
        for (const { record } of some.rows) schema.parse(JSON.parse(record));
      }
    } finally {
      await whole.drop();
    }
  }, 120_000);
});
