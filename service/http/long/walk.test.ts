/** Readers who walk a whole list by cursor while it is written to: nothing twice, nothing left out. */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chance } from "@/service/ingest/demo/random";
import { importLines } from "@/service/ingest/testing";
import { refreshMetrics } from "@/service/metrics/refresh";
import { type TestService, testService } from "../testing/service";
import { pages, print, type Query, scaled, TIMEOUT_MS } from "./testing";

const SEED = 8;
/** Fifteen pages of the longest list remain in the short run. */
const PART = 3 / 200;
const LIMIT = 100;
/** The smaller lists have smaller pages, so that walking them takes some time too. */
const SMALL_LIMIT = 20;
const LATEST = Date.parse("2026-11-01T00:00:00.000Z");
const TEN_YEARS_MS = 3_650 * 86_400_000;
/** One import during a walk has this many rows. */
const WRITTEN_AT_ONCE = 5;
const CREDITS = 1_000_000;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

const chance = new Chance(SEED);
let lines = 0;

function anyTime(): string {
  return new Date(LATEST - chance.between(0, TEN_YEARS_MS)).toISOString();
}

/** Few instants, so that pages begin and end among events of the same one. */
const INSTANTS = Array.from({ length: 20 }, anyTime);

function anyInstant(): string {
  return chance.pick(INSTANTS);
}

/** Picks one of so many companies, half of them resolved. */
function company(count: number): object {
  const number = chance.between(1, count);
  return { name: `Company ${number}`, ...(number % 2 === 0 ? { domain: `company${number}.example` } : {}) };
}

/** No two lines are of the same event. */
function round(announcedAt: string, companies = 50): object {
  const amount = { amountUsd: chance.between(1, 1_000) * 1_000 };
  const record = { announcedAt, round: chance.pick(["seed", "grant"]), ...amount, company: company(companies) };
  return { kind: "funding", key: `line ${lines++}`, record };
}

function move(announcedAt: string): object {
  const record = { announcedAt, moveType: "appointment", person: { name: "Ada Quill" }, company: company(50) };
  return { kind: "exec_move", key: `line ${lines++}`, record };
}

function investor(number: number, name: string): object {
  return { kind: "investor", key: `investor ${number}`, record: { name } };
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Imports the lines as an operator does; each must be taken. */
async function write(rows: readonly object[]): Promise<void> {
  const { rejections: refusals } = await importLines(service.database.pool, rows, { batchRows: 4_000 });
  expect(refusals).toEqual([]);
}

/** Imports again and again; awaited batch by batch by a reader who is not to run ahead. */
class Writer {
  written = 0;
  #ended = false;
  #batch = Promise.resolve();
  readonly #running: Promise<void>;

  constructor(private readonly createRow: () => object) {
    this.#running = this.#run();
    // Its failure is thrown where it is awaited.
    this.#running.catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      this.#batch = write(times(WRITTEN_AT_ONCE, this.createRow));
      await this.#batch;
      this.written += WRITTEN_AT_ONCE;
    }
  }

  async hasWritten(rows: number): Promise<void> {
    while (this.written < rows) await this.#batch;
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#running;
  }
}

async function getIds(table: string, where = "true"): Promise<Set<string>> {
  const { rows } = await service.database.pool.query<{ id: string }>(`select id from ${table} where ${where}`);
  return new Set(rows.map((row) => row.id));
}

interface Walked<Record> {
  readonly records: readonly Record[];
  readonly pages: number;
  readonly written: number;
  /** Ids that were there before and did not come. */
  readonly missing: readonly string[];
  /** Ids that came more than once. */
  readonly twice: readonly string[];
}

/**
 * Walks a feed to its end while rows are written to it. The reader continues only when as many rows as pages were written:
 * at the 50 pages a second of a busy reader that is 50 rows a second, spread over the whole walk however fast it goes.
 */
async function walk<Record extends { readonly id: string }>(
  feed: FeedName,
  query: Query,
  before: ReadonlySet<string>,
  createRow: () => object,
  onPage: (pagesRead: number) => void = () => undefined,
): Promise<Walked<Record>> {
  const { key } = await service.account(CREDITS);
  const writer = new Writer(createRow);
  const records: Record[] = [];
  const startedAt = performance.now();
  let pagesRead = 0;
  try {
    const { path } = FEEDS[feed];
    for await (const { data, meta } of pages<Record>(service, path, key, query, () => writer.hasWritten(pagesRead))) {
      onPage(++pagesRead);
      records.push(...data);
      expect([meta.creditsUsed, meta.creditsRemaining]).toEqual([data.length, CREDITS - records.length]);
    }
  } finally {
    await writer.end();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const timesSeen = new Map<string, number>();
  for (const { id } of records) timesSeen.set(id, (timesSeen.get(id) ?? 0) + 1);
  const missing = [...before].filter((id) => !timesSeen.has(id));
  const twice = [...timesSeen].flatMap(([id, count]) => (count > 1 ? [id] : []));
  print(
    `${feed}: walked ${records.length} records in ${pagesRead} pages and ${seconds.toFixed(1)} s, ${writer.written} written ` +
      `meanwhile; of ${before.size} that were there ${missing.length} missing; ${twice.length} came more than once`,
  );
  expect(writer.written).toBeGreaterThanOrEqual(pagesRead - 1);
  return { records, pages: pagesRead, written: writer.written, missing, twice };
}

interface Announced {
  readonly id: string;
  readonly announcedAt: string;
}

/** Events never come twice, none is missing, and the order holds over all pages. */
function expectEachOnce({ records, missing, twice }: Walked<Announced>): void {
  expect({ missing, twice }).toEqual({ missing: [], twice: [] });
  const order = records.map(({ id, announcedAt }) => `${announcedAt} ${id}`);
  expect(order).toEqual(order.toSorted().reverse());
}

describe("a reader who walks a list that is written to meanwhile", () => {
  const rounds = scaled(100_000, PART);
  it(
    `gets each of ${rounds} funding events once`,
    async () => {
      await write(times(rounds, () => round(anyTime())));
      const before = await getIds("funding_events");
      expect(before.size).toBe(rounds);
      expectEachOnce(await walk("funding", { limit: LIMIT }, before, () => round(anyTime())));
    },
    TIMEOUT_MS,
  );

  it(
    "gets each funding event that its filters match once",
    async () => {
      const before = await getIds("funding_events", "round = 'grant' and amount_usd_cents >= 40000000");
      const query = { limit: LIMIT, round: "grant", minAmountUsd: 400_000 };
      expectEachOnce(await walk("funding", query, before, () => round(anyTime())));
    },
    TIMEOUT_MS,
  );

  it(
    "gets each funding event once when many have one announcement date",
    async () => {
      await write(times(scaled(20_000, PART), () => round(anyInstant())));
      expectEachOnce(
        await walk("funding", { limit: LIMIT }, await getIds("funding_events"), () => round(anyInstant())),
      );
    },
    TIMEOUT_MS,
  );

  it(
    "gets each executive move once",
    async () => {
      const any = () => move(chance.happens(0.5) ? anyTime() : anyInstant());
      await write(times(scaled(10_000, PART), any));
      expectEachOnce(await walk("execMoves", { limit: SMALL_LIMIT }, await getIds("exec_moves"), any));
    },
    TIMEOUT_MS,
  );

  it(
    "gets each company by prominence once, also when another ranking snapshot is created meanwhile",
    async () => {
      const { pool } = service.database;
      await write(times(scaled(5_000, PART), () => round(anyTime(), 10_000)));
      await refreshMetrics(pool, new Date(LATEST));
      const before = await getIds("companies");
      let snapshot: Promise<unknown> | undefined;
      const half = before.size / SMALL_LIMIT / 2;
      const query = { limit: SMALL_LIMIT, sort: "prominence" };
      const onPage = (pagesRead: number) => {
        if (pagesRead >= half) snapshot ??= refreshMetrics(pool, new Date(LATEST));
      };
      const walked = walk("companies", query, before, () => round(anyTime(), 20_000), onPage);
      const { missing, twice } = await walked.finally(() => snapshot);

      expect({ missing, twice }).toEqual({ missing: [], twice: [] });
      const { rows } = await pool.query("select generation from rank_generations order by 1");
      expect(rows).toEqual([{ generation: 1 }, { generation: 2 }]);
    },
    TIMEOUT_MS,
  );

  const investors = scaled(10_000, 1 / 20);
  it(
    `gets each of ${investors} investors once, and again only when it changed meanwhile`,
    async () => {
      await write(times(investors, (number) => investor(number, `Investor ${number}`)));
      // One row in five is new, the others change one that is there.
      let next = investors;
      const row = () => {
        const number = chance.happens(0.2) ? next++ : chance.between(0, investors - 1);
        return investor(number, `Investor ${number}, ${chance.next()}`);
      };
      const walked = await walk<{ id: string; updatedAt: string }>(
        "investors",
        { limit: SMALL_LIMIT },
        await getIds("investors"),
        row,
      );
      const states = walked.records.map(({ id, updatedAt }) => `${updatedAt} ${id}`);
      expect(states).toEqual([...new Set(states)].sort());
      expect(walked.missing).toEqual([]);
      const unchanged = await getIds("investors", "updated_at = created_at");
      expect(walked.twice.length).toBeGreaterThan(0);
      expect(walked.twice.filter((id) => unchanged.has(id))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
