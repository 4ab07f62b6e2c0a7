import { describe, expect, it } from "vitest";
import { giveMeaning, moveColumn, readDayOrder, setDayOrder } from "./edit-map";

const MAP = {
  source: "list",
  kind: "funding",
  key: ["Id"],
  tables: { rounds: { Seed: "seed" } },
  fields: {
    "company.name": "Startup",
    round: [{ column: "Type", values: "rounds" }, "Notes"],
    "company.hqCountry": { column: "Land", values: { Atlantis: null } },
    investors: { columns: ["Lead", "Others"] },
  },
};
const moved = (column: string, field: string | null) => JSON.parse(moveColumn(JSON.stringify(MAP), column, field));
const meant = (field: string, value: string, meaning: string) =>
  JSON.parse(giveMeaning(JSON.stringify(MAP), field, value, meaning));

describe("a column", () => {
  it("fills another field, in place of the column that filled it", () => {
    const { fields } = moved("Notes", "company.name");
    expect(fields).toEqual({
      "company.hqCountry": MAP.fields["company.hqCountry"],
      investors: MAP.fields.investors,
      round: { column: "Type", values: "rounds" },
      "company.name": "Notes",
    });
  });

  it("fills no field", () => {
    expect(Object.keys(moved("Lead", null).fields)).toEqual(["company.name", "round", "company.hqCountry"]);
  });

  it("becomes the key, and is no longer one", () => {
    expect(moved("Deal", "(key)")).toMatchObject({ key: ["Deal"], fields: MAP.fields });
    expect(moved("Id", "company.key")).toMatchObject({ key: [], fields: { "company.key": "Id" } });
  });
});

describe("a value", () => {
  it("has a meaning in a rule of its own, beside the others", () => {
    expect(meant("company.hqCountry", "Avalon", "GB").fields["company.hqCountry"]).toEqual({
      column: "Land",
      values: { Atlantis: null, Avalon: "GB" },
    });
    expect(meant("company.name", "x", "y").fields["company.name"]).toEqual({ column: "Startup", values: { x: "y" } });
  });

  it("has it in the table that a rule shares, and in the other rules of the field", () => {
    const map = meant("round", "Runde 1", "series-a");
    expect(map.tables).toEqual({ rounds: { Seed: "seed", "Runde 1": "series-a" } });
    expect(map.fields.round).toEqual([
      { column: "Type", values: "rounds" },
      { column: "Notes", values: { "Runde 1": "series-a" } },
    ]);
  });
});

describe("the order of day and month", () => {
  const withDates = (...dates: string[]) => JSON.stringify({ ...MAP, dates });

  it.each([
    [["iso", "mm/dd/yyyy", "mm/dd/yy"], "mm/dd"],
    [["dd/mm/yy"], "dd/mm"],
    [["iso", "dd mmm yyyy"], undefined],
    [["dd/mm/yyyy", "mm/dd/yyyy"], undefined],
    [[], undefined],
  ])("of %j is %s", (dates, order) => {
    expect(readDayOrder(withDates(...dates))).toBe(order);
  });

  it("is changed in every format that has one", () => {
    const changed = JSON.parse(setDayOrder(withDates("iso", "mm/dd/yyyy", "mm/dd/yy"), "dd/mm"));
    expect(changed).toEqual({ ...MAP, dates: ["iso", "dd/mm/yyyy", "dd/mm/yy"] });
  });
});
