import { acquisition, company, execMove, fundingEvent, investor } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { checkWrites } from "@/service/store/write-check";
import { importLines } from "../testing";
import { hasDemo, loadDemo, loadDemoOnce, removeDemo } from "./load";
import { createMarket, FULL_MARKET, type MarketSize } from "./market";

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
      const market = await createMarket(seed, NOW, SMALL);
      return JSON.stringify([market.companies, market.investors, market.people, ...market.rounds(), ...market.moves()]);
    };
    const first = await texts(1);
    expect(await texts(1)).toBe(first);
    expect(await texts(2)).not.toBe(first);
  });

  it("makes records of the interface, none of them after its instant", async () => {
    const market = await createMarket(3, NOW, SMALL);
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

  it("is loaded once, anyone who starts at the same time", async () => {
    const loads = await Promise.all([loadDemoOnce(database.pool, options), loadDemoOnce(database.pool, options)]);
    expect(loads.filter((load) => load !== undefined)).toEqual([{ ...SMALL, ms: expect.any(Number) }]);
    expect([await count("companies"), await count("funding_events")]).toEqual([300, 400]);
    expect(await hasDemo(database.pool)).toBe(true);
    await expect(loadDemo(database.pool, options)).rejects.toThrow("The demo data is already loaded.");
    const { rows } = await database.pool.query("select feed, total from feeds order by feed");
    expect(rows.map(({ total }) => total)).toEqual([60, 300, 120, 400, 50]);
  });

  it("brings a history of changes, and metrics and ranks of its instant", async () => {
    expect(await count("(select distinct updated_at from companies) t")).toBeGreaterThan(100);
    expect(await count("companies where updated_at > created_at")).toBeGreaterThan(100);
    const snapshot = await database.pool.query(
      "select generation, made_at from rank_generations order by 1 desc limit 1",
    );
    expect(snapshot.rows).toEqual([{ generation: 1, made_at: NOW }]);
    expect(await count("company_ranks where generation = 1")).toBe(300);
    for (const metric of ["raised_last_12m_usd_cents > 0", "known_people > 0", "has_founder"])
      expect(await count(`company_figures where ${metric}`), metric).toBeGreaterThan(0);
    const raised = async (ranks: string) => {
      const { rows } = await database.pool.query<{ raised: number }>(
        `select avg(f.raised_last_12m_usd_cents)::float8 as raised from company_ranks join company_figures f using (company_id)
         where generation = 1 and ${ranks}`,
      );
      return rows[0]?.raised ?? 0;
    };
    expect(await raised("rank <= 30")).toBeGreaterThan(5 * (await raised("rank > 30")));
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

  it("is removed after an import in progress, and neither holds up the other for ever", async () => {
    const other = await testDatabase();
    try {
      await loadDemo(other.pool, options);
      const importing = await other.pool.connect();
      await importing.query("begin");
      await importing.query("lock table external_keys in share row exclusive mode");
      const removing = removeDemo(other.pool);
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await other.pool.query(waiting)).rowCount).toBe(1);
      // The readiness of a service depends on this check.
      await checkWrites(other.pool);
      // An import locks these afterwards: had the removal begun with them, both would wait for each other.
      await importing.query("select from event_sources for update");
      await importing.query("update companies set updated_at = '2030-01-01' where demo");
      await importing.query("update funding_events set round = 'seed' where demo");
      await importing.query("commit");
      importing.release();
      expect(await removing).toMatchObject({ companies: 300, rounds: 400 });
    } finally {
      await other.drop();
    }
  });

  it("comes back only when it is requested", async () => {
    expect(await loadDemoOnce(database.pool, options)).toBeUndefined();
    expect(await hasDemo(database.pool)).toBe(false);
    // Its companies may exist already: one stayed because an imported event names it.
    await expect(loadDemo(database.pool, { ...options, seed: 7 })).resolves.toMatchObject(SMALL);
  });
});

describe("the demo data set in a directory that has been read", () => {
  let used: TestDatabase;
  beforeAll(async () => {
    used = await testDatabase();
  });
  afterAll(() => used.drop());

  /** Counts the records that have changed after an instant. */
  async function unseen(table: string, since: Date): Promise<number> {
    const { rows } = await used.pool.query<{ count: number }>(
      `select count(*) as count from ${table} where updated_at > $1`,
      [since],
    );
    return rows[0]?.count ?? 0;
  }

  it("comes after everything that was there, in each of the two directories", async () => {
    await importLines(used.pool, [
      { kind: "funding", record: { announcedAt: "2026-05-04", company: { name: "Mine", domain: "mine.example" } } },
    ]);
    const { rows } = await used.pool.query<{ updated_at: Date; record: string }>("select updated_at from companies");
    const [mine] = rows;
    if (mine === undefined) throw new Error("the import added a company");
    await expect(loadDemoOnce(used.pool, options)).resolves.toMatchObject(SMALL);
    expect(await unseen("companies", mine.updated_at)).toBe(300);
    const investors = await used.pool.query("select from (select distinct updated_at from investors) t");
    expect(investors.rowCount).toBeGreaterThan(20);

    // Company records within events must match too.
    const differing = await used.pool.query(
      `select from companies c left join funding_events e on e.company_id = c.id
       where (c.record::jsonb ->> 'updatedAt')::timestamptz <> c.updated_at
         or (e.record::jsonb #>> '{company,updatedAt}')::timestamptz <> c.updated_at`,
    );
    expect(differing.rowCount).toBe(0);
  });

  it("is followed by imports, and comes again after it was removed", async () => {
    const again = {
      kind: "funding",
      record: { announcedAt: "2026-05-05", company: { name: "Also", domain: "also.example" } },
    };
    const { totals } = await importLines(used.pool, [again]);
    expect(totals.companies.added).toBe(1);
    await removeDemo(used.pool);
    const { rows } = await used.pool.query<{ changed_at: Date }>(
      "select changed_at from feeds where feed = 'investors'",
    );
    const [seen] = rows;
    await expect(loadDemo(used.pool, options)).resolves.toMatchObject(SMALL);
    // Nothing is left of the investors, although there may be a reader of them.
    expect(await unseen("investors", seen?.changed_at ?? NOW)).toBe(50);
  });
});

/** The short form of the test looks at a part of the market. */
const WHOLE: MarketSize =
  process.env.DEALFLOW_LONG === "1"
    ? FULL_MARKET
    : { companies: 5_000, rounds: 5_000, acquisitions: 500, moves: 1_000, investors: 500 };

describe("the whole demo data set", () => {
  it("is as large, as skewed and as full of gaps as it is meant to be", async () => {
    const whole = await testDatabase();
    try {
      const loaded = await loadDemo(whole.pool, {
        now: NOW,
        size: WHOLE,
        log: (sentence) => void process.stdout.write(`${sentence}\n`),
      });
      expect(loaded).toMatchObject(WHOLE);
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
      const { rows: tooEarly } = await whole.pool.query(
        `select 1 from exec_moves join companies on companies.id in (company_id, from_company_id)
         where extract(year from announced_at) < founded_year`,
      );
      expect(tooEarly).toEqual([]);
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
