/** Numbers of a feed that does not fit into memory: estimated from a sample of it, exact where the sample is too small. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Counted, SUMMARIES, type Summary } from "@dealflow/contract/account/summaries";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Values } from "@/service/feed/sources/source";
import { insertRandomMarket } from "@/service/http/long/random-market";
import { insertRound } from "@/service/http/testing/fixtures";
import { THREAD_BUNDLE } from "@/service/http/testing/service";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { countTotal } from "./counting/summarize";
import { loadDataset, updateDataset } from "./dataset";
import { getLayout } from "./layout";
import { chooseSampling, inSample, isInSample } from "./sampling";
import { readSnapshot, writeSnapshot } from "./snapshot";
import { createSummaries, type Summaries } from "./summaries";

const LAYOUT = getLayout("funding");
/** The round of few records. */
const RARE = "pipe";
const RARE_RECORDS = 40;

let database: TestDatabase;
let records: number;
let sampled: Summaries;
let exact: Summaries;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await insertRandomMarket(pool, 5);
  // They lie between the others: a sample without the first or last record has another interval.
  const announcedAt = new Date("2026-01-02T00:00:00.000Z");
  for (let index = 0; index < RARE_RECORDS; index++) await insertRound(pool, "Rare", { round: RARE, announcedAt });
  await copyRounds(24_000);
  await pool.query("analyze funding_events");
  records = await countRounds();
  sampled = openSummaries(records / 8);
  exact = openSummaries(2 * records);
});
afterAll(async () => {
  await sampled.stop();
  await exact.stop();
  await database.drop();
});

/** Adds so many copies of rounds that are not rare, each with an id of its own. */
async function copyRounds(count: number): Promise<void> {
  const { rows } = await database.pool.query<{ others: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as others from pg_attribute
     where attrelid = 'funding_events'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
  );
  const others = rows[0]?.others;
  await database.pool.query(
    `insert into funding_events (id, ${others}) select gen_random_uuid(), ${others}
     from (select * from funding_events where round is distinct from $1) r, generate_series(1, $2::integer) limit $2`,
    [RARE, count],
  );
}

async function countRounds(): Promise<number> {
  const { rows } = await database.pool.query<{ total: number }>("select count(*)::int as total from funding_events");
  return rows[0]?.total ?? 0;
}

/** Makes room for so many records of all feeds. */
function openSummaries(room: number, snapshotDirectory = mkdtempSync(path.join(tmpdir(), "dealflow-sampling-"))) {
  const { url } = database;
  const settings = { databaseUrl: url, purchasesUrl: url, snapshotDirectory, threadBundle: THREAD_BUNDLE };
  return createSummaries(database.pools, { ...settings, memoryBytes: 100 * room });
}

const NOBODY = newId();

async function getSummary(of: Summaries, query: AnyQuery, workspaceId = NOBODY): Promise<Summary> {
  const { body } = await of.get("funding", query, "round", { workspaceId, since: null }, "all");
  const summary = SUMMARIES.summary.response.parse(JSON.parse(body));
  // The schema knows every field.
  expect(summary).toEqual(JSON.parse(body));
  return summary;
}

/** Expects an estimate from one in eight within five standard errors. */
function expectEstimate(estimate: number, count: number): void {
  expect(Math.abs(estimate - count)).toBeLessThanOrEqual(5 * Math.sqrt(8 * count) + 1);
}

function expectEstimates(
  estimates: Readonly<Record<string, Counted>>,
  counts: Readonly<Record<string, Counted>>,
): void {
  for (const [value, { count, owned, ownedSumUsd }] of Object.entries(counts)) {
    expectEstimate(estimates[value]?.count ?? 0, count);
    expect(estimates[value] ?? { owned: 0, ownedSumUsd: 0 }).toMatchObject({ owned, ownedSumUsd });
  }
}

function expectSummary(estimate: Summary, summary: Summary): void {
  expectEstimate(estimate.total, summary.total);
  expect(estimate.owned).toBe(summary.owned);
  for (const [param, counts] of Object.entries(summary.facets)) expectEstimates(estimate.facets[param] ?? {}, counts);
  const byStart = ({ series }: Summary) =>
    Object.fromEntries((series?.periods ?? []).map((period) => [period.start, period]));
  expectEstimates(byStart(estimate), byStart(summary));
  expectEstimate(estimate.amounts?.count ?? 0, summary.amounts?.count ?? 0);
}

/** Adds a workspace that owns a share of the rounds, rare ones among them. */
async function insertOwner(share: number): Promise<string> {
  const id = newId();
  await database.pool.query("insert into workspaces (id, name, created_at) values ($1::uuid, $1::uuid::text, now())", [
    id,
  ]);
  await database.pool.query(
    `insert into purchased_records (workspace_id, kind, record_id, ledger_id, at)
     select $1::uuid, 'funding_events', id, $1::uuid, now() from funding_events
     where round = $2 or get_byte(uuid_send(id), 13) < 256 * $3::float8`,
    [id, RARE, share],
  );
  return id;
}

const QUERIES: readonly AnyQuery[] = [
  {},
  { round: ["seed"] },
  { round: ["seed", "grant"], countries: ["US", "DE", "unknown"] },
  { since: "2026-01-01", minAmountUsd: 1 },
];

describe("a sample", () => {
  it("is the largest power of two that fits, unless that leaves too few records", () => {
    expect([8_000, 4_000, 3_999, 1_000, 999, 0].map((room) => chooseSampling(8_000, room))).toEqual([
      ...[1, 2, 4, 8],
      ...[undefined, undefined],
    ]);
    expect([chooseSampling(900, 900), chooseSampling(0, 0), chooseSampling(0, -1)]).toEqual([1, 1, undefined]);
  });

  it.each([1, 2, 16, 256, 4_096])("of 1 in %i has the same records in SQL and in the program", async (sampling) => {
    const values = new Values();
    const { rows } = await database.pool.query<{ id: string; sampled: boolean }>(
      `select r.id, ${inSample(sampling)(values)} as sampled from funding_events r`,
      values.list,
    );
    expect(rows.filter(({ id, sampled }) => isInSample(id, sampling) !== sampled)).toEqual([]);
    const count = rows.filter((row) => row.sampled).length;
    const expected = rows.length / sampling;
    expect(Math.abs(count - expected)).toBeLessThanOrEqual(5 * Math.sqrt(expected));
  });
});

describe("a summary of a feed of which a sample fits into memory", () => {
  it("names the feeds that are sampled", async () => {
    expect(await sampled.preload()).toMatchObject({
      sampled: ["funding"],
      unloaded: FEED_NAMES.filter((feed) => feed !== "funding"),
    });
    expect(await exact.preload()).toMatchObject({ sampled: [], unloaded: [] });
  });

  it.each(QUERIES)(
    "of %j is within five standard errors of an exact one, and says that it is estimated",
    async (query) => {
      const [estimate, summary] = await Promise.all([getSummary(sampled, query), getSummary(exact, query)]);
      expectSummary(estimate, summary);
      expect(estimate.facets.round?.seed?.approximate).toBe(true);
      expect(estimate.series?.periods.every(({ approximate }) => approximate)).toBe(true);
      expect(JSON.stringify(summary)).not.toContain("approximate");
    },
  );

  it("has the exact total without filters", async () => {
    const { total, approximate } = await getSummary(sampled, {});
    expect({ total, approximate }).toEqual({ total: records, approximate: undefined });
    expect((await getSummary(sampled, { round: ["seed"] })).approximate).toBe(true);
  });

  it("counts what is owned exactly", async () => {
    const owner = await insertOwner(0.4);
    for (const query of QUERIES) {
      const [estimate, summary] = [await getSummary(sampled, query, owner), await getSummary(exact, query, owner)];
      expect(estimate.owned).toBeGreaterThan(1_000);
      expectSummary(estimate, summary);
    }
    expect((await getSummary(sampled, {}, owner)).total).toBe(records);
    const everything = await insertOwner(1);
    expect(await getSummary(sampled, { round: ["seed"] }, everything)).toEqual(
      await getSummary(exact, { round: ["seed"] }, everything),
    );
  });

  it("estimates the median by weighing what is owned less", async () => {
    const owner = await insertOwner(0.9);
    await database.pool.query(
      `delete from purchased_records where workspace_id = $1
         and record_id in (select id from funding_events where amount_usd_cents < 500000000)`,
      [owner],
    );
    // Seven in ten of these are below 100,000, but of the owned records and the sample only a third.
    const query = { maxAmountUsd: 5_000_000 };
    const [estimate, summary] = [await getSummary(sampled, query, owner), await getSummary(exact, query, owner)];
    expect(estimate.owned).toBeGreaterThan(2_000);
    expect(summary.amounts?.medianUsd).toBeLessThan(100_000);
    expect(estimate.amounts?.medianUsd).toBe(summary.amounts?.medianUsd);
  });

  it("is exact where few records match, but for the other values of the filters", async () => {
    for (const query of [{ round: [RARE] }, { round: [RARE], countries: ["unknown"] }, { round: ["ipo"] }]) {
      const [estimate, summary] = [await getSummary(sampled, query), await getSummary(exact, query)];
      const { facets, ...numbers } = summary;
      expect(estimate).toMatchObject(numbers);
      expect(estimate.approximate).toBeUndefined();
      for (const [param, counts] of Object.entries(facets))
        if (param in query) expectEstimates(estimate.facets[param] ?? {}, counts);
        else expect(estimate.facets[param]).toEqual(counts);
      const [chosen = ""] = query.round;
      expect(estimate.facets.round?.[chosen]?.count).toBe(facets.round?.[chosen]?.count);
    }
  });

  it("leaves lists and totals to the database", async () => {
    const query = { round: ["seed"] };
    const order = { rows: "all", keys: [], start: 20, limit: 5 } as const;
    const list = (of: Summaries) => of.list("funding", query, order, { workspaceId: NOBODY, since: null });
    expect(await list(sampled)).toEqual(await list(exact));
    expect(await sampled.countTotal("funding", query)).toBeUndefined();
    expect(await exact.countTotal("funding", query)).toBe((await list(exact)).total);
    expect([sampled.isLoaded("funding"), exact.isLoaded("funding")]).toEqual([false, true]);
  });

  it("lists the version before while changes are read, and says so", async () => {
    const order = { rows: "all", keys: [], start: 0, limit: 1 } as const;
    const list = () => exact.list("funding", { round: [RARE] }, order, { workspaceId: NOBODY, since: null });
    const before = await list();
    expect(before.isOutdated).toBe(false);
    await insertRound(database.pool, "Rare", { round: RARE, announcedAt: new Date("2026-01-03T00:00:00.000Z") });
    await inTransaction(database.pool, async (client) => {
      await client.query("lock table funding_events in access exclusive mode");
      expect(await list()).toEqual({ ...before, isOutdated: true });
    });
    await expect.poll(list).toMatchObject({ total: before.total + 1, isOutdated: false });
  });

  it("follows an import", async () => {
    await copyRounds(2_000);
    await database.pool.query("delete from funding_events where get_byte(uuid_send(id), 13) < 20");
    await expect.poll(async () => (await getSummary(sampled, {})).counting).toBe(false);
    const total = await countRounds();
    expect((await getSummary(sampled, {})).total).toBe(total);
    await expect.poll(async () => (await getSummary(exact, {})).counting).toBe(false);
    for (const query of QUERIES) expectSummary(await getSummary(sampled, query), await getSummary(exact, query));
  });

  it("is of a sample as soon as the feed has grown out of the memory", async () => {
    const growing = openSummaries((await countRounds()) + 1_000);
    try {
      await getSummary(growing, {});
      expect(growing.isLoaded("funding")).toBe(true);
      await copyRounds(2_000);
      await expect
        .poll(async () => {
          await growing.countTotal("funding", {});
          return growing.isLoaded("funding");
        })
        .toBe(false);
      expect((await getSummary(growing, { round: ["seed"] })).approximate).toBe(true);
      expect((await getSummary(growing, {})).total).toBe(await countRounds());
    } finally {
      await growing.stop();
    }
  });
});

describe("a dataset of a sample", () => {
  const read = <T>(work: (client: Parameters<typeof loadDataset>[0]) => Promise<T>): Promise<T> =>
    inTransaction(database.pool, async (client) => {
      await client.query("set transaction isolation level repeatable read, read only");
      return work(client);
    });
  const load = (sampling: number) => read((client) => loadDataset(client, LAYOUT, sampling));

  it("has the same records when it is updated as when it is loaded", async () => {
    const before = await load(4);
    await copyRounds(500);
    await database.pool.query("delete from funding_events where get_byte(uuid_send(id), 13) > 250");
    const updated = await read((client) => updateDataset(client, LAYOUT, before));
    const loaded = await load(4);
    const count = (segments = loaded.segments) => countTotal(LAYOUT, segments, { round: ["seed"] });
    expect(updated).toMatchObject({ version: loaded.version, total: await countRounds(), sampling: 4 });
    expect(count(updated?.segments)).toBe(count());
    expect(count()).not.toBe(count(before.segments));
  });

  it("is not read from the snapshot of another sample", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "dealflow-sampling-"));
    const dataset = await load(4);
    await writeSnapshot(directory, LAYOUT, dataset);
    const open = (sampling: number) => read((client) => readSnapshot(directory, client, LAYOUT, sampling));
    expect(await open(4)).toEqual(dataset);
    expect([await open(1), await open(8)]).toEqual([undefined, undefined]);
  });
});
