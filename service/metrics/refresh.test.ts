import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertCompanies, insertCompany, insertMove, insertPerson, insertRound } from "@/service/http/testing/fixtures";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { refreshMetrics, refreshMetricsOnce } from "./refresh";

const NOW = new Date("2026-11-20T12:00:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // Companies of which nothing is known are ranked by their ids.
  const ids = [newId(), newId(), newId()].toSorted();
  await insertCompanies(
    database.pool,
    ["Alder", "Birch", "Cedar"].map((name, index) => ({ id: ids[index] ?? newId(), name, domain: null })),
  );
});
afterAll(() => database.drop());

async function ranks(): Promise<Map<number, string[]>> {
  const { rows } = await database.pool.query<{ generation: number; names: string[] }>(
    `select g.generation, array_agg(c.name order by rank) as names from rank_generations g
     join company_ranks using (generation) join companies c on c.id = company_id group by 1 order by 1`,
  );
  return new Map(rows.map(({ generation, names }) => [generation, names]));
}

async function version(): Promise<number> {
  const { rows } = await database.pool.query<{ version: number }>("select version from feeds where feed = 'companies'");
  return rows[0]?.version ?? expect.fail("there is no such feed");
}

/** Counts the processes of the database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await database.pools.totals.query<{ count: number }>(
    "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}

/** Stops refreshes in their middle: they cannot delete the ranks that they drop. */
async function blockRefresh(): Promise<{ end(): Promise<void> }> {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query(
    "select from company_ranks where generation < (select max(generation) from rank_generations) for update",
  );
  return {
    end: async () => {
      await client.query("rollback");
      client.release();
    },
  };
}

const never = new AbortController().signal;

describe("a refresh", () => {
  it("creates a generation of ranks, keeps the one before it, and invalidates cached pages", async () => {
    const before = await version();
    expect(await refreshMetrics(database.pool, NOW)).toEqual({ companies: 3, generation: 1, ms: expect.any(Number) });
    expect(await version()).toBe(before + 1);
    const names = ["Alder", "Birch", "Cedar"];
    expect(await ranks()).toEqual(
      new Map([
        [0, names],
        [1, names],
      ]),
    );

    const dogwood = await insertCompany(database.pool, { name: "Dogwood", domain: null });
    await insertMove(database.pool, await insertPerson(database.pool), dogwood);
    await refreshMetrics(database.pool, NOW);
    expect(await ranks()).toEqual(
      new Map([
        [1, [...names, "Dogwood"]],
        [2, ["Dogwood", ...names]],
      ]),
    );
    await refreshMetrics(database.pool, NOW);
    expect([...(await ranks()).keys()]).toEqual([2, 3]);
    const created = await database.pool.query(
      "select generation, made_at from rank_generations order by 1 desc limit 1",
    );
    expect(created.rows).toEqual([{ generation: 3, made_at: NOW }]);
  });

  it("rewrites the metrics that changed and no others", async () => {
    const company = await insertCompany(database.pool, { name: "Elm", domain: null });
    await refreshMetrics(database.pool, NOW);
    const rowVersions = async () => {
      const { rows } = await database.pool.query<{ id: string; xmin: string }>(
        "select company_id as id, xmin::text from company_figures",
      );
      return new Map(rows.map(({ id, xmin }) => [id, xmin]));
    };
    const before = await rowVersions();
    await insertRound(database.pool, company, { announcedAt: NOW });
    await refreshMetrics(database.pool, NOW);
    const after = await rowVersions();
    expect([...after].filter(([id, xmin]) => before.get(id) !== xmin).map(([id]) => id)).toEqual([company.id]);
  });

  it("does not lose a company that is added in the meantime: it waits, and is last in the new ranks", async () => {
    const blocker = await blockRefresh();
    const refreshing = refreshMetrics(database.pool, NOW);
    await expect.poll(waiting).toBe(1);
    const adding = insertCompany(database.pool, { name: "Fir", domain: null });
    await expect.poll(waiting).toBe(2);
    // No reader sees half of it, and readers do not wait.
    expect((await database.pools.totals.query("select from companies where name = 'Fir'")).rowCount).toBe(0);
    await blocker.end();
    const [{ generation }] = await Promise.all([refreshing, adding]);
    const currentRanks = await ranks();
    expect(currentRanks.get(generation)?.at(-1)).toBe("Fir");
    expect(currentRanks.get(generation - 1)?.at(-1)).toBe("Fir");
    const { rows } = await database.pool.query(
      "select c.name from companies c left join company_figures on company_id = id where company_id is null",
    );
    expect(rows).toEqual([]);
  });

  it("does not leave out a company whose transaction began first", async () => {
    let refreshing: ReturnType<typeof refreshMetrics> | undefined;
    await inTransaction(database.pool, async (client) => {
      await client.query(
        `insert into companies (id, name, created_at, updated_at, search_text, facets, record)
         values ($1, 'Ginkgo', $2, $2, 'ginkgo', '{}', '{}')`,
        [newId(), new Date("2030-01-01T00:00:00.000Z")],
      );
      refreshing = refreshMetrics(database.pool, NOW);
      await expect.poll(waiting).toBe(1);
    });
    const created = await refreshing;
    expect((await ranks()).get(created?.generation ?? 0)).toContain("Ginkgo");
  });

  it("succeeds during the removal of a company, which leaves no metrics and no ranks", async () => {
    let refreshing: ReturnType<typeof refreshMetrics> | undefined;
    await inTransaction(database.pool, async (client) => {
      await client.query("delete from companies where name = 'Ginkgo'");
      refreshing = refreshMetrics(database.pool, NOW);
      await expect.poll(waiting).toBe(1);
      await client.query("delete from companies where name = 'Fir'");
    });
    await refreshing;
    const blocker = await blockRefresh();
    refreshing = refreshMetrics(database.pool, NOW);
    await expect.poll(waiting).toBe(1);
    const removing = database.pool.query("delete from companies where name = 'Birch'");
    await expect.poll(waiting).toBe(2);
    await blocker.end();
    await Promise.all([refreshing, removing]);
    for (const table of ["company_figures", "company_ranks"]) {
      const left = await database.pool.query(`select from ${table} where company_id not in (select id from companies)`);
      expect(left.rowCount, table).toBe(0);
    }
  });
});

describe("a nightly refresh", () => {
  const SNAPSHOT_TIME = new Date("2031-01-02T02:00:00.000Z");
  const later = (minutes: number) => new Date(SNAPSHOT_TIME.getTime() + minutes * 60_000);

  it("runs once for all processes", async () => {
    const expected = await Promise.all(
      [1, 2, 3].map((minutes) => refreshMetricsOnce(database.pool, later(minutes), SNAPSHOT_TIME, never)),
    );
    expect(expected.filter((created) => created !== undefined)).toHaveLength(1);
    expect(await refreshMetricsOnce(database.pool, later(4), SNAPSHOT_TIME, never)).toBeUndefined();
    expect(await refreshMetricsOnce(database.pool, later(5), later(4), never)).toBeDefined();
  });

  it("is undone when it is abandoned, wherever it is", async () => {
    const [before, at] = [await ranks(), await version()];
    const blocker = await database.pool.connect();
    for (const lock of [
      "select from feeds where feed = 'companies' for update",
      "select from company_ranks for update",
    ]) {
      await blocker.query("begin");
      await blocker.query(lock);
      const giving = new AbortController();
      const created = refreshMetricsOnce(database.pool, later(99), later(98), giving.signal);
      await expect.poll(waiting).toBe(1);
      giving.abort();
      await expect(created).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
      await blocker.query("rollback");
    }
    blocker.release();
    expect([await ranks(), await version()]).toEqual([before, at]);
    const aborted = refreshMetricsOnce(database.pool, later(99), later(98), AbortSignal.abort());
    await expect(aborted).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(await ranks()).toEqual(before);
  });
});
