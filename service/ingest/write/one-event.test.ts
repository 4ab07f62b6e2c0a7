/** Tests that an event of two sources shows which companies are one, in any order. */
import { fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { contents, emptyRecords, getRows, importLines } from "../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const importFrom = (source: string, ...lines: readonly unknown[]) => importLines(database.pool, lines, { source });

async function names(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>("select name from companies order by name");
  return rows.map((row) => row.name);
}

async function rules(): Promise<string[]> {
  const { rows } = await database.pool.query<{ rule: string }>("select distinct rule from judgements order by 1");
  return rows.map((row) => row.rule);
}

function round(company: Record<string, unknown>, facts: Record<string, unknown> = {}) {
  return {
    kind: "funding",
    record: { company, round: "seed", amountUsd: 2_000_000, announcedAt: "2026-03-02", ...facts },
  };
}

const deal = (target: string, acquirer: Record<string, unknown>) => ({
  kind: "acquisition",
  record: { target: { name: target }, acquirer, announcedAt: "2026-05-04" },
});

const later = { round: "series-b", amountUsd: 9_000_000, announcedAt: "2024-01-02" };

describe("two known companies of one name", () => {
  const site = round({ name: "Kestrel Robotics", domain: "kestrel.example" });
  const wire = [round({ name: "Kestrel Robotics" }, { round: "series-a", announcedAt: "2020-01-05" }), site] as const;

  it("are one once both had a part in one event", async () => {
    await importFrom("wire", wire[0]);
    await importFrom("site", site);
    expect(await names()).toHaveLength(2);
    await importFrom("wire", round({ name: "Kestrel Robotics" }, { announcedAt: "2026-03-05" }));
    expect(await names()).toEqual(["Kestrel Robotics"]);
    expect(await rules()).toContain("name in one event");
  });

  it("are two when a fact of theirs contradicts", async () => {
    await importFrom("wire", round({ name: "Kestrel Robotics", hqCountry: "FR" }, later));
    await importFrom("site", round({ name: "Kestrel Robotics", hqCountry: "DE" }));
    await importFrom("wire", round({ name: "Kestrel Robotics" }, { announcedAt: "2026-03-05" }));
    expect(await names()).toHaveLength(2);
    // The row means the company of its event, not the one that its source named so before, also when it is read again.
    const { rows } = await database.pool.query<{ record: string }>("select record from funding_events order by id");
    const events = rows.map(({ record }) => fundingEvent.parse(JSON.parse(record)));
    expect(events.map(({ company }) => company.hqCountry?.code)).toEqual(["FR", "DE"]);
    const before = await contents(database.pool);
    const again = await importFrom("wire", round({ name: "Kestrel Robotics" }, { announcedAt: "2026-03-05" }));
    expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    expect(await contents(database.pool)).toEqual(before);
  });
});

describe("a source that names two companies alike", () => {
  const swede = round({ name: "Kestrel Robotics", domain: "kestrel.example", hqCountry: "SE" }, { amountUsd: 500_000 });
  const german = round(
    { name: "Kestrel Robotics", domain: "kestrel-robotics.example", hqCountry: "DE" },
    { announcedAt: "2024-05-06" },
  );
  const bare = [
    round({ name: "Kestrel Robotics" }, { amountUsd: 500_000 }),
    round({ name: "Kestrel Robotics" }, { announcedAt: "2024-05-07" }),
  ];

  it.each([
    ["in one file", [bare]],
    ["in two files", bare.map((one) => [one])],
    ["in two files, the other one first", bare.toReversed().map((one) => [one])],
  ])("tells of a round of each %s", async (_, files) => {
    await importFrom("site", swede, german);
    for (const file of files) await importFrom("daily", ...file);
    const { rows } = await database.pool.query(
      `select c.hq_country as country, array(select k.source from external_keys k where k.id = e.id order by 1) as sources
       from funding_events e join companies c on c.id = e.company_id order by 1`,
    );
    expect(rows).toEqual([
      { country: "DE", sources: ["daily", "site"] },
      { country: "SE", sources: ["daily", "site"] },
    ]);
  });
});

describe("companies that were stored as two", () => {
  it("are one once a source calls one of them by the name that the other has in the same event", async () => {
    await importFrom("daily", round({ name: "Nokrund Ltd" }));
    await importFrom("registry", round({ name: "Velmora Labs", domain: "velmora-labs.example" }));
    expect(await names()).toEqual(["Nokrund Ltd", "Velmora Labs"]);
    await importFrom("wire", round({ name: "Nokrund", domain: "velmora-labs.example" }, later));
    expect(await names()).toEqual(["Nokrund Ltd"]);
  });

  it("are one once their buyers are one, and so their deals", async () => {
    await importFrom("daily", deal("Kestrel Robtics", { name: "Velmora Labs", hqCountry: "GB" }));
    const company = (record: Record<string, unknown>) => ({ kind: "company", key: "1", record });
    await importFrom("wire", company({ name: "Kestrel Robotics", domain: "kestrel.example" }));
    await importFrom("wire", deal("Kestrel Robotics", { name: "Nokrund", domain: "velmora-labs.example" }));
    expect(await names()).toHaveLength(4);
    await importFrom(
      "site",
      company({ name: "Velmora Labs", domain: "velmora-labs.example", hqCountry: "GB", hqCity: "Leeds" }),
    );
    expect(await names()).toEqual(["Kestrel Robtics", "Velmora Labs"]);
  });
});

describe("a name that differs by one letter", () => {
  it.each([
    ["the amount agrees", "Kestrel Robtics", {}, 1],
    ["an investor agrees", "Kestrel Robotcis", { amountUsd: null, investors: ["Hollin Growth"] }, 1],
    ["neither amount nor investor agrees", "Kestrel Robotic", { amountUsd: null }, 2],
    ["the stage differs", "Kestrel Robotic", { round: "series-b" }, 2],
    ["two letters differ", "Kestral Robotic", {}, 2],
    ["a number differs", "Kestrel Robotics 2", {}, 2],
  ])("counts as one company only if the rest agrees: %s", async (_, name, facts, count) => {
    await importFrom("wire", round({ name: "Kestrel Robotics" }, { investors: ["Hollin Growth"] }));
    await importFrom("daily", round({ name }, { announcedAt: "2026-03-05", ...facts }));
    expect(await names()).toHaveLength(count);
  });

  it("is one company in later events of its source", async () => {
    await importFrom("wire", round({ name: "Kestrel Robotics" }));
    await importFrom("daily", round({ name: "Kestrel Robtics" }), round({ name: "Kestrel Robtics" }, later));
    expect(await names()).toEqual(["Kestrel Robotics"]);
  });
});

describe("a short name of an acquirer", () => {
  const whole = { name: "Harbor Packer", domain: "harbor.example" };
  it.each([["the short name first"], ["the whole name first"]])("gives way to the whole one, %s", async (order) => {
    const reports = [
      ["daily", deal("Lumo", { name: "Harbor" })],
      ["wire", deal("Lumo", whole)],
    ] as const;
    for (const [source, line] of order === "the short name first" ? reports : reports.toReversed())
      await importFrom(source, line);
    const { rows } = await database.pool.query(
      "select c.name from acquisitions a join companies c on c.id = a.acquirer_id",
    );
    expect(rows).toEqual([{ name: "Harbor Packer" }]);
    const before = await contents(database.pool);
    for (const [source, line] of reports)
      expect(getRows(await importFrom(source, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    expect(await contents(database.pool)).toEqual(before);
  });
});
