/** Tests that reports in any order, in one run or several, end in the same records. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { Chance } from "../demo/random";
import { emptyRecords, importLines } from "../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

interface Report {
  readonly source: string;
  readonly line: { readonly kind: string; readonly key: string; readonly record: unknown };
}

const company = (source: string, key: string, record: object): Report => ({
  source,
  line: { kind: "company", key, record },
});

function round(source: string, key: string, name: object, facts: object): Report {
  const record = { company: name, round: "seed", amountUsd: 2_000_000, ...facts };
  return { source, line: { kind: "funding", key, record } };
}

function deal(source: string, key: string, target: object, facts: object): Report {
  const acquirer = { name: "Preprouhair", domain: "preprouhair.example" };
  return { source, line: { kind: "acquisition", key, record: { target, acquirer, ...facts } } };
}

/** Six companies, of which sources state other names, misspelled ones, or nothing but a name. */
const REPORTS: readonly Report[] = [
  // The name under which the others know it is not the one of its record in every order.
  company("registry", "r1", { name: "Quoudaisk Limited", hqCountry: "GB", hqCity: "Bristol" }),
  company("site", "s1", { name: "Quoudaisk", domain: "quoudaisk.example", hqCity: "Bristol" }),
  round("tracker", "t1", { name: "Nokrund", domain: "quoudaisk.example" }, { announcedAt: "2024-02-01" }),
  round("guide", "g1", { name: "Nokrund", hqCountry: "GB", hqCity: "Bristol" }, { announcedAt: "2024-02-03" }),
  // A misspelled name is proven by the event.
  round("wire", "w1", { name: "Kestrel Robotics", hqCountry: "DE" }, { announcedAt: "2026-03-02" }),
  round("daily", "d1", { name: "Kestral Robotics" }, { announcedAt: "2026-03-05" }),
  company("registry", "r2", { name: "Kestrel Robotics GmbH", hqCountry: "DE", hqCity: "Kiel" }),
  // A source that states the site has the right name, and another one may have misspelled it before.
  round("tracker", "t4", { name: "Velmora 94", domain: "velmora94.example" }, { announcedAt: "2025-11-02" }),
  round("daily", "d4", { name: "Velmroa 94" }, { announcedAt: "2025-11-02" }),
  round("tracker", "t5", { name: "Rubres", domain: "rubres.example" }, { announcedAt: "2022-11-20" }),
  round("daily", "d5", { name: "Rubre" }, { announcedAt: "2022-11-19" }),
  // Nor need the misspelled name be that of the record.
  round("wire", "w6", { name: "Nokrudn" }, { announcedAt: "2024-02-02" }),
  // A bare name may mean either of two companies.
  company("registry", "r3", { name: "Ardholt Foods", hqCountry: "DE" }),
  company("site", "s3", { name: "Ardholt Foods", hqCountry: "FR" }),
  round("daily", "d3", { name: "Ardholt Foods" }, { announcedAt: "2025-05-06" }),
];

/** Names the records by the keys of their sources: a company that only a bare name made has none. */
async function records(): Promise<string[]> {
  const keys =
    "(select string_agg(k.key, '+' order by k.key) from external_keys k where k.id = %.id and k.key not like 'name:%%')";
  const of = (table: string) => keys.replaceAll("%%", "%").replace("%.id", `${table}.id`);
  const { rows } = await database.pool.query<{ text: string }>(
    `select 'company ' || ${of("c")} as text from companies c where ${of("c")} is not null
     union all select 'round ' || ${of("e")} || ' of ' || coalesce(${of("c")}, c.domain, c.name, 'an open company')
     from funding_events e left join companies c on c.id = e.company_id
     union all select 'deal ' || ${of("a")} || ' of ' || coalesce(${of("c")}, c.domain, c.name, 'an open company')
     from acquisitions a left join companies c on c.id = a.target_id order by 1`,
  );
  return rows.map(({ text }) => text);
}

const EXPECTED = [
  "company r1+s1",
  "company r2",
  "company r3",
  "company s3",
  "round d1+w1 of r2",
  "round d3 of an open company",
  "round d4+t4 of velmora94.example",
  "round d5+t5 of rubres.example",
  "round g1+t1+w6 of r1+s1",
];

it.each([1, 2, 3, 4, 5])(
  "reports end in the same records, one by one and by source, in the random order %i",
  async (seed) => {
    const chance = new Chance(seed);
    const order = REPORTS.map((report) => ({ report, place: chance.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ report }) => report);
    for (const { source, line } of order) await importLines(database.pool, [line], { source });
    expect(await records()).toEqual(EXPECTED);

    await emptyRecords(database.pool);
    for (const source of new Set(order.map((report) => report.source)))
      await importLines(
        database.pool,
        order.filter((report) => report.source === source).map(({ line }) => line),
        { source },
      );
    expect(await records()).toEqual(EXPECTED);
  },
);

const seed = (announcedAt: string) => ({ announcedAt });
const later = (announcedAt: string) => ({ announcedAt, round: "series-a" });

/** Each has a few reports, of which some mean another company while not all of them are known. */
const FEW_REPORTS: Readonly<
  Record<string, { readonly reports: readonly Report[]; readonly expected: readonly string[] }>
> = {
  "a company whose source states the place of another one by the same name": {
    reports: [
      round("wire", "w1", { name: "Velmora", hqCountry: "GB", hqCity: "Leeds" }, seed("2017-11-02")),
      round("wire", "w2", { name: "Velmora", domain: "velmora.example" }, later("2022-03-23")),
      company("registry", "r1", { name: "Velmora", domain: "velmora.test", hqCountry: "GB", hqCity: "Leeds" }),
      company("site", "s1", { name: "Velmora", domain: "velmora.example", hqCountry: "US", hqCity: "Denver" }),
    ],
    expected: ["company r1", "company s1", "round w1 of r1", "round w2 of s1"],
  },
  "two companies of one country, whose cities became known later": {
    reports: [
      round("regional", "l1", { name: "Nokrund", hqCountry: "DE", hqCity: "Berlin" }, seed("2019-05-30")),
      round("regional", "l2", { name: "Nokrund", hqCountry: "DE", hqCity: "Kiel" }, later("2024-07-07")),
      company("site", "s1", { name: "Nokrund", domain: "nokrund.example", hqCountry: "DE", hqCity: "Berlin" }),
      company("site", "s2", { name: "Nokrund", domain: "nokrund.test", hqCountry: "DE", hqCity: "Kiel" }),
    ],
    expected: ["company s1", "company s2", "round l1 of s1", "round l2 of s2"],
  },
  "a company that a source names with its site, and without": {
    reports: [
      round("letter", "l1", { name: "Glaider" }, seed("2020-02-03")),
      round("letter", "l2", { name: "Glaider", domain: "glaider.example" }, later("2022-04-05")),
      company("registry", "r1", { name: "Glaider", domain: "glaider.example", hqCountry: "US" }),
    ],
    expected: ["company r1", "round l1 of r1", "round l2 of r1"],
  },
  "a company that a source knows by a key, taken for another one before its site is known": {
    reports: [
      company("registry", "r1", { name: "Quaicliwi", hqCountry: "US", hqCity: "Atlanta" }),
      company("site", "s1", { name: "Quaicliwi", domain: "quaicliwi.test", hqCountry: "US" }),
      company("site", "s2", { name: "Quaicliwi", domain: "quaicliwi.example", hqCountry: "US", hqCity: "Atlanta" }),
      round("registry", "r2", { id: "r1", name: "Quaicliwi", hqCity: "Atlanta" }, seed("2015-06-10")),
    ],
    expected: ["company r1+s2", "company s1", "round r2 of r1+s2"],
  },
  "a company whose name is misspelled near its beginning, and which is sold": {
    reports: [
      deal("wire", "w1", { name: "Krubrweiark Logistics" }, { announcedAt: "2020-04-15" }),
      deal("daily", "d1", { name: "Krubrewiark Logistics", hqCountry: "US" }, { announcedAt: "2020-04-16" }),
      deal("daily", "d2", { name: "Krobrewiark Logistics" }, { announcedAt: "2021-04-16" }),
      company("registry", "r1", { name: "Krubrewiark Logistics Corp", hqCountry: "US" }),
    ],
    expected: ["company r1", "deal d1+w1 of r1", "deal d2 of Krobrewiark Logistics"],
  },
  "a company whose umlaut is written in three ways": {
    reports: [
      company("registry", "r1", { name: "Müller Werkzeuge GmbH", hqCountry: "DE" }),
      company("guide", "g1", { name: "Mueller Werkzeuge", hqCountry: "DE" }),
      company("site", "s1", { name: "Muller Werkzeuge", hqCountry: "DE" }),
    ],
    expected: ["company g1+r1+s1"],
  },
};

function permute<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((one, index) => permute(list.toSpliced(index, 1)).map((others) => [one, ...others]));
}

it.each(Object.entries(FEW_REPORTS))(
  "%s end in the same records in each order",
  async (_, { reports, expected }) => {
    for (const order of permute(reports)) {
      await emptyRecords(database.pool);
      for (const { source, line } of order) await importLines(database.pool, [line], { source });
      expect(await records(), order.map(({ line }) => line.key).join(" ")).toEqual(expected);
    }
  },
  120_000,
);
