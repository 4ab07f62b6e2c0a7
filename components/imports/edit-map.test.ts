import { describe, expect, it } from "vitest";
import { giveMeaning, moveColumn } from "./edit-map";

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
