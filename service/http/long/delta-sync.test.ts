/** A reader who keeps its last cursor of the company directory misses no change, however late it is committed. */

import { FEEDS } from "@dealflow/contract/feeds";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkRow } from "@/service/ingest/check-row";
import { Chance } from "@/service/ingest/demo/random";
import { jsonlRow } from "@/service/ingest/read/jsonl-row";
import { importLines } from "@/service/ingest/testing";
import { PLAIN_NUMBERS } from "@/service/ingest/values/amounts";
import { writeBatch } from "@/service/ingest/write/batch";
import type { CompanyFacts } from "@/service/records/company";
import { takeChangeInstant } from "@/service/store/change-order";
import { inTransaction } from "@/service/store/transaction";
import { insertCompany, updateCompany } from "../testing/fixtures";
import { type TestService, testService } from "../testing/service";
import { Count, together } from "./concurrency";
import { print, readPage, scaled, TIMEOUT_MS } from "./testing";

const SEED = 9;
const LIMIT = 100;
const HOUR_MS = 3_600_000;
const CREDITS = 1_000_000;
const WRITERS = 4;
const WRITTEN_AT_ONCE = 20;
/** Pages that the reader reads while a late transaction is open. */
const POLLS_BEFORE_COMMIT = 5;

let service: TestService;
/** Each writer has its own connection. */
const connections: pg.Pool[] = [];
beforeAll(async () => {
  service = await testService();
});
afterAll(async () => {
  await Promise.all(connections.map((pool) => pool.end()));
  await service.stop();
});

function connection(): pg.Pool {
  const pool = new pg.Pool({ connectionString: service.database.url, max: 1 });
  connections.push(pool);
  return pool;
}

interface Version {
  readonly id: string;
  readonly updatedAt: string;
}

/** Reads the directory in the order of its changes, again and again from where it stood last. */
class Reader {
  readonly #seen = new Map<string, Version>();
  #cursor: string | undefined;
  #ended = false;
  readonly polls = new Count();
  records = 0;

  constructor(private readonly key: string) {}

  /** Polls until writing has ended and everything has been read. */
  async run(): Promise<void> {
    try {
      for (;;) {
        const last = this.#ended;
        const hasMore = await this.poll();
        if (last && !hasMore) return;
      }
    } finally {
      this.polls.end();
    }
  }

  async poll(): Promise<boolean> {
    const query = { sort: "recent", limit: LIMIT, cursor: this.#cursor };
    const page = await readPage<Version>(service, FEEDS.companies.path, this.key, query);
    for (const record of page.data) {
      const before = this.#seen.get(record.id);
      if (before !== undefined)
        expect(record.updatedAt > before.updatedAt, `${record.id} went back in time`).toBe(true);
      this.#seen.set(record.id, record);
    }
    this.#cursor = page.pagination.nextCursor ?? expect.fail("a reader of changes is always given a cursor");
    this.records += page.data.length;
    this.polls.add();
    return page.pagination.hasMore;
  }

  end(): void {
    this.#ended = true;
  }

  /** Returns what the database holds and the reader has not, or has in an older version. */
  async missed(): Promise<string[]> {
    const { rows } = await service.database.pool.query<{ record: string }>("select record from companies");
    const stored: Version[] = rows.map((row) => JSON.parse(row.record));
    return stored.filter(({ id, updatedAt }) => this.#seen.get(id)?.updatedAt !== updatedAt).map(({ id }) => id);
  }
}

const chance = new Chance(SEED);
let changes = 0;

/** Builds a company under one of so many keys, which is new at first and changed later. */
function anyLine(keys: number): object {
  const description = `Change ${changes++}`;
  const number = chance.between(1, keys);
  return { kind: "company", key: `company ${number}`, record: { name: `Company ${number}`, description } };
}

/** One batch in a transaction that stays open until the reader has polled several times; its clock is off. */
async function writeLate(pool: pg.Pool, lines: readonly object[], reader: Reader): Promise<void> {
  const formats = { dates: ["iso"] as const, numbers: PLAIN_NUMBERS, rates: null, now: new Date() };
  const rows = lines.map((line, index) => ({
    line: index + 1,
    statement: checkRow(jsonlRow(JSON.stringify(line)), formats).statement,
  }));
  const now = new Date(Date.now() + chance.pick([-HOUR_MS, 0, HOUR_MS]));
  await inTransaction(pool, async (client) => {
    await writeBatch({ client, importId: 0, source: "test", now, notify: false }, rows);
    await reader.polls.reached(reader.polls.value + POLLS_BEFORE_COMMIT);
  });
}

/** Changes one company without the importer and its lock, which companies and their feed do not rest on. */
async function changeOne(pool: pg.Pool, before: CompanyFacts): Promise<CompanyFacts> {
  return updateCompany(pool, before, { description: `Change ${changes++}` });
}

describe("a reader who comes back with its last cursor", () => {
  const total = scaled(10_000, 1 / 20);
  it(
    `misses none of ${total} changes by concurrent writers, some of whom commit late`,
    async () => {
      const { key } = await service.account(CREDITS);
      const reader = new Reader(key);
      let own = await insertCompany(service.database.pool);
      let late = 0;
      const writers = Array.from({ length: WRITERS }, connection).map(async (pool, number) => {
        while (changes < total) {
          if (number === 0) {
            own = await changeOne(pool, own);
            continue;
          }
          const lines = Array.from({ length: WRITTEN_AT_ONCE }, () => anyLine(total / 5));
          if (chance.happens(0.4)) {
            late++;
            await writeLate(pool, lines, reader);
          } else expect((await importLines(pool, lines, { batchRows: WRITTEN_AT_ONCE })).rejections).toEqual([]);
        }
      });
      const stop = () => {
        changes = total;
      };
      const writing = together(writers, stop).finally(() => reader.end());
      await together([reader.run(), writing], stop);
      print(
        `${changes} changes, ${late} transactions of them committed late; ` +
          `read in ${reader.polls.value} polls, ${reader.records} records`,
      );
      expect(late).toBeGreaterThan(2);
      expect(await reader.missed()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe("the instant of a change", () => {
  it("is taken by one transaction after the other, so that none is committed behind a cursor", async () => {
    const { key } = await service.account(CREDITS);
    const [first, second] = [await insertLatest(), await insertLatest()];
    const reader = new Reader(key);
    while (await reader.poll());
    const slow = await connection().connect();
    const quick = await connection().connect();
    const pid = await getPid(quick);
    try {
      await slow.query("begin");
      await quick.query("begin");
      const earlier = await takeChangeInstant(slow, "companies", new Date());
      let allWritten = false;
      // Its clock is far behind, which does not help it.
      const taking = takeChangeInstant(quick, "companies", new Date(0)).finally(() => {
        allWritten = true;
      });
      await waiting(pid);
      await rename(slow, first, "Slow", earlier);
      const read = reader.records;
      await reader.poll();
      expect({ settled: allWritten, seen: reader.records - read }).toEqual({ settled: false, seen: 0 });

      await slow.query("commit");
      const later = await taking;
      expect(later.getTime()).toBeGreaterThan(earlier.getTime());
      await rename(quick, second, "Quick", later);
      await reader.poll();
      expect(reader.records - read).toBe(1);
      await quick.query("commit");
      await reader.poll();
      expect(reader.records - read).toBe(2);
      expect(await reader.missed()).toEqual([]);
    } finally {
      slow.release(true);
      quick.release(true);
    }
  });

  it("is rejected by the database when it is earlier than the latest one", async () => {
    const { pool } = service.database;
    const company = await insertLatest();
    const rejection = /a change of companies at .* is earlier than the latest one/;
    const earlier = new Date(company.updatedAt.getTime() - 1);
    await expect(rename(pool, company, "Too late", earlier)).rejects.toThrow(rejection);
    await expect(insertCompany(pool, { domain: null, updatedAt: earlier })).rejects.toThrow(rejection);
    const { rows } = await pool.query("select name, updated_at from companies where id = $1", [company.id]);
    expect(rows).toEqual([{ name: company.name, updated_at: company.updatedAt }]);
  });
});

/** Inserts a company without a domain, with the instant at which it was added. */
async function insertLatest(): Promise<CompanyFacts> {
  const { pool } = service.database;
  const at = await inTransaction(pool, (client) => takeChangeInstant(client, "companies", new Date()));
  return insertCompany(pool, { domain: null, createdAt: at, updatedAt: at });
}

async function rename(client: pg.ClientBase | pg.Pool, { id }: CompanyFacts, name: string, at: Date): Promise<void> {
  await client.query(
    `update companies set name = $2, updated_at = $3,
       record = jsonb_set(record::jsonb, '{updatedAt}', to_jsonb($4::text))::text where id = $1`,
    [id, name, at, at.toISOString()],
  );
}

/** Until the connection of that process is in a queue for a lock. */
async function waiting(pid: number): Promise<void> {
  const waits = async () => {
    const { rows } = await service.database.pool.query<{ waits: boolean }>(
      "select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1",
      [pid],
    );
    return rows[0]?.waits;
  };
  await expect.poll(waits, { interval: 10, timeout: 10_000 }).toBe(true);
}

async function getPid(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}
