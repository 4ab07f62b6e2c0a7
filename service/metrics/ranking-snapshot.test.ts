import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertCompany, insertDeal, insertMove, insertPerson, insertRound } from "@/service/http/testing/fixtures";
import type { CompanyFacts } from "@/service/records/company";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { refreshMetrics } from "./refresh";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const MILLION = 1_000_000_00;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function company(name: string): Promise<CompanyFacts> {
  return insertCompany(database.pool, { name, domain: null });
}

function round(of: CompanyFacts | string, at: string, amountUsdCents: number | null) {
  return insertRound(database.pool, of, { announcedAt: new Date(at), amountUsdCents });
}

interface Metrics {
  readonly raised: number;
  readonly known: number;
  readonly founder: boolean;
}

/** Reads the metrics of companies as of an instant, in the given order. */
async function readMetrics(now: Date, ...of: readonly CompanyFacts[]): Promise<Metrics[]> {
  await refreshMetrics(database.pool, now);
  return stored(...of);
}

async function stored(...of: readonly CompanyFacts[]): Promise<Metrics[]> {
  const { rows } = await database.pool.query<Metrics>(
    `select raised_last_12m_usd_cents as raised, known_people as known, has_founder as founder
     from unnest($1::uuid[]) with ordinality as requested (company_id, position) join company_figures using (company_id)
     order by position`,
    [of.map(({ id }) => id)],
  );
  return rows;
}

async function raised(now: Date, ...of: readonly CompanyFacts[]): Promise<number[]> {
  return (await readMetrics(now, ...of)).map((one) => one.raised);
}

describe("raised in the last 12 months", () => {
  it("is the sum of the rounds after the instant a year before, up to now, with an amount in USD", async () => {
    const [alder, birch] = [await company("Alder"), await company("Birch")];
    await round(alder, "2025-11-20T12:00:00.000Z", 1 * MILLION);
    await round(alder, "2025-11-20T12:00:00.001Z", 2 * MILLION);
    await round(alder, "2026-06-01T00:00:00.000Z", 4 * MILLION);
    await round(alder, "2026-11-20T12:00:00.000Z", 8 * MILLION);
    await round(alder, "2026-11-20T12:00:00.001Z", 16 * MILLION);
    await round(alder, "2026-06-02T00:00:00.000Z", null);
    await round("Alder", "2026-06-03T00:00:00.000Z", 32 * MILLION);
    expect(await raised(NOW, alder, birch)).toEqual([14 * MILLION, 0]);
    expect(await raised(new Date("2026-11-20T12:00:00.001Z"), alder)).toEqual([28 * MILLION]);
    expect(await raised(new Date("2027-12-01T00:00:00.000Z"), alder)).toEqual([0]);
  });

  it("goes by the calendar of UTC, wherever the database is and also over a leap day", async () => {
    const cedar = await company("Cedar");
    await round(cedar, "2027-02-28T00:00:00.000Z", 1 * MILLION);
    await round(cedar, "2027-02-28T00:00:00.001Z", 2 * MILLION);
    await round(cedar, "2027-02-28T20:00:00.000Z", 4 * MILLION);
    await round(cedar, "2027-02-28T20:00:00.001Z", 8 * MILLION);
    expect(await raised(new Date("2028-02-29T00:00:00.000Z"), cedar)).toEqual([14 * MILLION]);
    // In that time zone it is the 29th already, and a year before it the 28th.
    const elsewhere = new pg.Pool({ connectionString: database.url, options: "-c timezone=Pacific/Kiritimati" });
    await refreshMetrics(elsewhere, new Date("2028-02-28T20:00:00.000Z"));
    await elsewhere.end();
    expect(await stored(cedar)).toMatchObject([{ raised: 8 * MILLION }]);
  });

  it("is capped where a sum is too large, so that the refresh succeeds", async () => {
    const absurd = await company("Absurd");
    for (const at of ["2026-07-01", "2026-11-20T12:00:00.000Z"]) await round(absurd, at, 1);
    await database.pool.query(
      "update funding_events set amount_usd_cents = 9223372036854775807 where company_id = $1",
      [absurd.id],
    );
    // Announcements of which nothing is left do not change it either.
    await round(absurd, "0001-01-01T00:00:00.000Z", 1);
    await insertDeal(database.pool, absurd, "Rome", { announcedAt: new Date("0001-01-01T00:00:00.000Z") });
    const [one] = await raised(NOW, absurd);
    expect(one).toBe(Number(2n ** 63n - 1n));
  });
});

describe("known people", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 5, day));

  it("are those whose latest move there is not a departure", async () => {
    const [from, to] = [await company("From"), await company("To")];
    const [ada, ben, cas] = [
      await insertPerson(database.pool),
      await insertPerson(database.pool),
      await insertPerson(database.pool),
    ];
    await insertMove(database.pool, ada, from, { announcedAt: at(1) });
    await insertMove(database.pool, ada, from, { announcedAt: at(2), moveType: "promotion", fromCompany: from });
    await insertMove(database.pool, ben, from, { announcedAt: at(3) });
    await insertMove(database.pool, cas, from, { announcedAt: at(4) });
    await insertMove(database.pool, ada, "Elsewhere", { announcedAt: at(5) });
    expect(await readMetrics(NOW, from, to)).toMatchObject([{ known: 3 }, { known: 0 }]);

    await insertMove(database.pool, ben, from, { announcedAt: at(6), moveType: "departure" });
    await insertMove(database.pool, cas, to, { announcedAt: at(7), moveType: "transition", fromCompany: from });
    expect(await readMetrics(NOW, from, to)).toMatchObject([{ known: 1 }, { known: 1 }]);

    // A person who moved to a company that was not resolved has left all the same; and a return counts.
    await insertMove(database.pool, ada, "Elsewhere", { announcedAt: at(8), fromCompany: from });
    await insertMove(database.pool, ben, from, { announcedAt: at(9) });
    expect(await readMetrics(NOW, from, to)).toMatchObject([{ known: 1 }, { known: 1 }]);

    // An earlier announcement that came later changes nothing.
    await insertMove(database.pool, ben, from, { announcedAt: at(8), moveType: "departure" });
    expect(await readMetrics(at(10), from)).toMatchObject([{ known: 1 }]);
    expect(await readMetrics(at(7), from, to)).toMatchObject([{ known: 1 }, { known: 1 }]);
    expect(await readMetrics(at(4), from, to)).toMatchObject([{ known: 3 }, { known: 0 }]);
  });

  it("have a founder as long as the latest role of one of them there is that of a founder", async () => {
    const firm = await company("Firm");
    const [ada, ben] = [await insertPerson(database.pool), await insertPerson(database.pool)];
    await insertMove(database.pool, ada, firm, { announcedAt: at(1), roleSeniority: "founder" });
    await insertMove(database.pool, ben, firm, { announcedAt: at(1), roleSeniority: null });
    expect(await readMetrics(NOW, firm)).toMatchObject([{ known: 2, founder: true }]);
    await insertMove(database.pool, ada, firm, { announcedAt: at(2), roleSeniority: "board" });
    expect(await readMetrics(NOW, firm)).toMatchObject([{ known: 2, founder: false }]);
    await insertMove(database.pool, ben, firm, { announcedAt: at(3), roleSeniority: "founder" });
    expect(await readMetrics(NOW, firm)).toMatchObject([{ known: 2, founder: true }]);
    // A person who leaves as a founder is no longer the company's founder.
    await insertMove(database.pool, ben, firm, { announcedAt: at(4), roleSeniority: "founder", moveType: "departure" });
    expect(await readMetrics(NOW, firm)).toMatchObject([{ known: 1, founder: false }]);
  });
});

describe("prominence", () => {
  let market: TestDatabase;
  beforeAll(async () => {
    market = await testDatabase();
  });
  afterAll(() => market.drop());

  const firm = (name: string) => insertCompany(market.pool, { name, domain: null });
  const raise = (of: CompanyFacts, day: string, millions: number | null) =>
    insertRound(market.pool, of, {
      announcedAt: new Date(day),
      amountUsdCents: millions === null ? null : millions * MILLION,
    });
  const buy = (acquirer: CompanyFacts, target: CompanyFacts | string, day: string) =>
    insertDeal(market.pool, acquirer, target, { announcedAt: new Date(day) });
  const join = async (company: CompanyFacts) =>
    insertMove(market.pool, await insertPerson(market.pool), company, { announcedAt: new Date("2026-01-01") });

  async function ranked(): Promise<string[]> {
    const { generation } = await refreshMetrics(market.pool, NOW);
    const { rows } = await market.pool.query<{ name: string; rank: number }>(
      "select c.name, r.rank from company_ranks r join companies c on c.id = company_id where generation = $1 order by rank",
      [generation],
    );
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_row, index) => index + 1));
    return rows.map(({ name }) => name);
  }

  it("ranks by recent funding, its size and recency, by acquisitions and by known people; the unknown last", async () => {
    const [unknown, ancient, known, undisclosed] = [
      await firm("Unknown A"),
      await firm("Ancient"),
      await firm("Known"),
      await firm("Undisclosed"),
    ];
    const [target, buyer, older, recent] = [
      await firm("Target"),
      await firm("Buyer"),
      await firm("Older"),
      await firm("Recent"),
    ];
    const [large, late] = [await firm("Large"), await firm("Unknown B")];
    await raise(large, "2026-10-01", 800);
    await raise(recent, "2026-10-01", 40);
    await raise(older, "2024-10-01", 40);
    await raise(undisclosed, "2026-10-01", null);
    await raise(ancient, "1955-01-01", 5);
    for (const day of ["2026-02-01", "2026-05-01", "2026-08-01"]) await buy(buyer, "Somebody", day);
    await buy(buyer, target, "2026-03-01");
    await join(known);
    // It is announced for a future day, so this snapshot does not count it.
    await raise(unknown, "2026-12-01", 900);
    expect(await ranked()).toEqual([
      ...["Large", "Recent", "Older", "Buyer", "Undisclosed", "Target", "Known", "Ancient", "Unknown A", "Unknown B"],
    ]);

    // A second snapshot of the same facts ranks alike.
    expect(await ranked()).toEqual(await ranked());

    await raise(late, "2026-11-01", 20);
    for (let index = 0; index < 20; index++) await join(known);
    expect(await ranked()).toEqual([
      ...["Large", "Recent", "Unknown B", "Older", "Known", "Buyer", "Undisclosed", "Target", "Ancient", "Unknown A"],
    ]);
  });

  it("tells amounts of one band and instants of one day no better than previews do", async () => {
    const previewed = await testDatabase();
    try {
      const ids = [newId(), newId(), newId()].toSorted();
      for (const [index, id] of ids.entries()) {
        const of = await insertCompany(previewed.pool, { id, domain: null });
        await insertRound(previewed.pool, of, {
          announcedAt: new Date(`2026-11-19T${10 + index}:30:00.000Z`),
          amountUsdCents: (26 + 10 * index) * MILLION,
        });
        await insertDeal(previewed.pool, of, "Somebody", { announcedAt: new Date(`2026-11-18T0${index}:30:00.000Z`) });
      }
      await refreshMetrics(previewed.pool, NOW);
      const { rows } = await previewed.pool.query<{ id: string }>(
        "select company_id as id from company_ranks where generation = 1 order by rank",
      );
      expect(rows.map(({ id }) => id)).toEqual(ids);
    } finally {
      await previewed.drop();
    }
  });

  it("settles equals by the later announcement, then by id", async () => {
    const equals = await testDatabase();
    try {
      const ids = [newId(), newId(), newId(), newId()].toSorted();
      const firms: CompanyFacts[] = [];
      for (const id of ids.toReversed()) firms.push(await insertCompany(equals.pool, { id, domain: null }));
      const [, , old, older] = firms;
      // It is so long ago that nothing of the amount counts any more.
      for (const [of, day] of [
        [old, "1940-01-02"],
        [older, "1940-01-01"],
      ] as const)
        await insertRound(equals.pool, of ?? expect.fail("four were made"), { announcedAt: new Date(day) });
      await refreshMetrics(equals.pool, NOW);
      const { rows } = await equals.pool.query<{ id: string }>(
        "select company_id as id from company_ranks where generation = 1 order by rank",
      );
      expect(rows.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2], ids[3]]);
    } finally {
      await equals.drop();
    }
  });
});
