/** Tests that an order of sources counts for what is stored and for what is imported later, and is undone as an import. */
import { acquisition, company, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql as setBefore } from "@/service/store/migrations/first-release/0009-source-trust";
import { sql as becomesImport } from "@/service/store/migrations/first-release/0012-order-of-sources";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { runTrust } from "../commands/trust";
import { mergeByHand } from "../merge/merge";
import { emptyRecords, getRows, importLines, readAnswers, storedRecords } from "../testing";
import { readSourceOrder } from "../write/source-order";
import { listImports } from "./imports";
import { listTrust, setTrust } from "./source-trust";
import { undoImport } from "./undo";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

/** So many orders and imports are made at random. */
const SEEDS = process.env.DEALFLOW_LONG === "1" ? 6 : 1;
const NOW = new Date("2026-11-20T12:00:00Z");
const KESTREL = { name: "Kestrel Robotics", domain: "kestrel.example" };

const importFrom = (source: string, ...lines: readonly unknown[]) => importLines(database.pool, lines, { source });
const order = (...sources: readonly string[]) => setTrust(database.pool, sources, NOW);
const undo = (id: string | number | null) => undoImport(database.pool, Number(id), NOW);
const round = (key: string, amountUsd: number, facts: Record<string, unknown> = {}) => ({
  kind: "funding",
  key,
  record: { company: KESTREL, round: "seed", announcedAt: "2026-02-03", amountUsd, ...facts },
});
const row = (key: string, record: Record<string, unknown>) => ({ kind: "company", key, record });

const amounts = async () =>
  (await storedRecords(database.pool, "funding_events", fundingEvent)).map(({ amountUsd }) => amountUsd);
const cities = async () =>
  Object.fromEntries(
    (await storedRecords(database.pool, "companies", company)).map(({ name, hqCity }) => [name, hqCity]),
  );

describe("of two values of a stored round", () => {
  it("that of the source named earlier counts, and else that of the one that reported first", async () => {
    await importFrom("wire", round("w", 2_000_000));
    await importFrom("daily", round("d", 2_100_000));
    expect(await amounts()).toEqual([2_000_000]);
    expect(await order("daily")).toMatchObject({ changed: 1 });
    expect(await amounts()).toEqual([2_100_000]);
    expect(await order("wire", "daily")).toMatchObject({ changed: 1 });
    expect(await amounts()).toEqual([2_000_000]);
    expect(await order("daily", "wire")).toMatchObject({ changed: 1 });
    expect(await order()).toMatchObject({ changed: 1 });
    expect(await amounts()).toEqual([2_000_000]);
    expect(await order()).toEqual({ id: null, changed: 0 });
  });

  it("the list of sources says that without a place, most of them decide before the first", async () => {
    await importFrom("wire", round("w", 2_000_000));
    const { text } = await runTrust(database.pool, undefined);
    expect(text.replaceAll("\n", " ")).toContain(
      "without one, the value of an event that most of them state, and else that of the first that named the record.",
    );
  });

  it("the same counts in every later run of either file", async () => {
    const files = [
      ["wire", round("w", 2_000_000)],
      ["daily", round("d", 2_100_000)],
    ] as const;
    for (const [source, line] of files) await importFrom(source, line);
    await order("daily");
    for (const [source, line] of files)
      expect(getRows(await importFrom(source, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
  });

  it("the latest of the leading source counts, and what only an earlier one of it states", async () => {
    await importFrom("wire", round("w", 2_000_000));
    await importFrom("daily", round("d", 2_100_000, { company: { ...KESTREL, hqCity: "Kiel" } }));
    await importFrom("daily", round("d", 2_200_000));
    await order("daily");
    expect(await amounts()).toEqual([2_200_000]);
    expect(await cities()).toEqual({ "Kestrel Robotics": "Kiel" });
  });

  it("another counts once the leading source is undone", async () => {
    const wire = await importFrom("wire", round("w", 2_000_000));
    const daily = await importFrom("daily", round("d", 2_100_000));
    await importFrom("digest", round("g", 2_150_000));
    await order("daily", "digest");
    await undo(daily.id);
    expect(await amounts()).toEqual([2_150_000]);
    await undo(wire.id);
    expect(await amounts()).toEqual([2_150_000]);
  });
});

describe("an order", () => {
  it("is listed as an import that changed records, and undone byte for byte", async () => {
    await importFrom("wire", round("w", 2_000_000, { company: { ...KESTREL, hqCity: "Kiel" } }));
    await importFrom("daily", round("d", 2_100_000, { company: { ...KESTREL, hqCity: "Bonn" } }));
    const before = await readAnswers(database.pool);
    const { id } = await order("daily");
    expect(await cities()).toEqual({ "Kestrel Robotics": "Bonn" });
    expect((await listImports(database.pool))[0]).toMatchObject({ id, file: "daily", changed: 2, withdrawn: 0 });
    expect((await listTrust(database.pool)).map(({ source, place }) => [source, place])).toEqual([
      ["daily", 1],
      ["wire", null],
    ]);
    await undo(id);
    expect(await readAnswers(database.pool)).toEqual(before);
    expect((await listTrust(database.pool)).map(({ place }) => place)).toEqual([null, null]);
  });

  it("is also undone in what was imported after it", async () => {
    await importFrom("wire", round("w", 2_000_000));
    await importFrom("daily", round("other", 1_000_000, { company: { name: "Abacus", domain: "abacus.example" } }));
    const { id } = await order("daily");
    await importFrom("daily", round("d", 2_100_000));
    expect((await amounts()).toSorted()).toEqual([1_000_000, 2_100_000]);
    await undo(id);
    expect((await amounts()).toSorted()).toEqual([1_000_000, 2_000_000]);
  });

  it("stays in force when an import before it is undone", async () => {
    const first = await importFrom("digest", round("g", 2_050_000));
    await importFrom("wire", round("w", 2_000_000));
    await importFrom("daily", round("d", 2_100_000));
    const before = await order("wire");
    await order("daily");
    await undo(first.id);
    expect(await amounts()).toEqual([2_100_000]);
    await undo(before.id);
    expect(await amounts()).toEqual([2_100_000]);
  });

  it("takes of each file the first row about a record, and leaves records of one source alone", async () => {
    const other = { name: "Abacus", domain: "abacus.example" };
    await importFrom("wire", row("k", { ...KESTREL, hqCity: "Bonn" }));
    await importFrom("daily", row("k", { ...KESTREL, hqCity: "Kiel" }), row("a", { ...other, hqCity: "Lyon" }), {
      kind: "acquisition",
      key: "x",
      record: {
        acquirer: { ...KESTREL, key: "k", hqCity: "Jena" },
        target: { ...other, key: "a", hqCity: "Nice" },
        announcedAt: "2026-03-04",
      },
    });
    await order("daily");
    expect(await cities()).toEqual({ "Kestrel Robotics": "Kiel", Abacus: "Lyon" });
    expect(
      (await storedRecords(database.pool, "acquisitions", acquisition)).map(({ acquirer }) => acquirer.hqCity),
    ).toEqual(["Kiel"]);
  });

  it("counts for a record that a person merged of two", async () => {
    await importFrom("wire", row("k", { name: "Kestrel Robotics", hqCity: "Bonn" }));
    await importFrom("daily", row("l", { name: "Brontide", hqCity: "Kiel" }));
    const { rows } = await database.pool.query<{ id: string }>("select id from companies order by created_at, id");
    await mergeByHand(database.pool, [rows[0]?.id ?? "", rows[1]?.id ?? ""], NOW);
    expect(await cities()).toEqual({ "Kestrel Robotics": "Bonn" });
    const { id } = await order("daily");
    expect(Object.values(await cities())).toEqual(["Kiel"]);
    await undo(id);
    expect(await cities()).toEqual({ "Kestrel Robotics": "Bonn" });
  });

  it("sends nothing to webhooks and inboxes, and names only sources that have an import", async () => {
    await importLines(database.pool, [round("w", 2_000_000)], { source: "wire", notify: true });
    await importLines(database.pool, [round("d", 2_100_000)], { source: "daily", notify: true });
    const heard = () => database.pool.query("select * from webhook_events order by 1");
    const before = await heard();
    await order("daily");
    expect((await heard()).rows).toEqual(before.rows);
    await expect(order("weekly")).rejects.toThrow("Nothing was imported from weekly");
    await expect(order("wire", "wire")).rejects.toThrow("named twice");
  });
});

it("an order that was set before orders were imports stays in force", async () => {
  const client = await database.pool.connect();
  await client.query(`begin; drop index imports_order; ${setBefore}`);
  await client.query("insert into source_trust values ('wire', 1), ('daily', 2)");
  await client.query(becomesImport);
  expect(await readSourceOrder(client)).toEqual(["wire", "daily"]);
  await client.query("rollback");
  client.release();
});

/** Returns what a reader sees of records that have other ids in another run. */
async function facts(): Promise<unknown> {
  const rounds = await storedRecords(database.pool, "funding_events", fundingEvent);
  return {
    rounds: rounds.map(({ company: { name }, amountUsd }) => `${name} ${amountUsd}`).sort(),
    cities: await cities(),
  };
}

/** Returns numbers from 0 to below 1, the same ones for each seed (Lehmer). */
function createRandom(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it("orders at random leave nothing behind once they are undone, and no file changes anything while they are in force", async () => {
  const SOURCES = ["wire", "daily", "digest"];
  for (let seed = 1; seed <= SEEDS; seed++) {
    await emptyRecords(database.pool);
    const random = createRandom(seed);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const files: { source: string; lines: readonly unknown[] }[] = [];
    const orders: string[] = [];
    for (let step = 0; step < 10; step++) {
      if (step < 3 || random() < 0.5) {
        const source = step < 3 ? (SOURCES[step] ?? "") : pick(SOURCES);
        const lines = ["Abacus", "Brontide", "Cormorant"].flatMap((name) => {
          const stated = { name, domain: `${name.toLowerCase()}.example`, hqCity: pick(["Bonn", "Kiel", "Jena"]) };
          return random() < 0.3
            ? []
            : [round(name, 1_000_000 + Math.floor(random() * 9) * 10_000, { company: stated })];
        });
        files.push({ source, lines });
        await importFrom(source, ...lines);
      } else {
        const { id } = await order(...SOURCES.filter(() => random() < 0.6).toSorted(() => random() - 0.5));
        if (id !== null) orders.push(id);
      }
    }
    for (const source of SOURCES) {
      const latest = files.findLast((file) => file.source === source);
      const { totals } = await importFrom(source, ...(latest?.lines ?? []));
      expect([seed, source, totals.rows.changed, totals.companies.changed]).toEqual([seed, source, 0, 0]);
      files.push({ source, lines: latest?.lines ?? [] });
    }
    while (orders.length > 0) {
      const [id] = orders.splice(Math.floor(random() * orders.length), 1);
      await undo(id ?? null);
    }
    const undone = await facts();
    await emptyRecords(database.pool);
    for (const { source, lines } of files) await importFrom(source, ...lines);
    expect([seed, undone]).toEqual([seed, await facts()]);
  }
});
