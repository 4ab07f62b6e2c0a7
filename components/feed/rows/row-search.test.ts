import { type CompanyRecord, readRecord } from "@dealflow/client/records";
import { describe, expect, it } from "vitest";
import { findCompanies, findRows, type Parties } from "./row-search";

function named(name: string, id: string | null, domain: string | null = null): CompanyRecord {
  const record = readRecord("companies", { id, name, domain });
  if (record === null) throw new Error("no record");
  return record;
}

interface Deal {
  readonly of: CompanyRecord;
  readonly by: string;
}

const getParties = (deal: Deal): Parties => ({ companies: [deal.of], others: [deal.by] });
const rows = [
  { record: { of: named("Éclat Robotics", "1", "eclat.example"), by: "Northfold" } },
  { record: { of: named("Oakmesh", "2"), by: "Eclat Ventures" } },
  { record: { of: named("Éclat Robotics", "1", "eclat.example"), by: "Quellmark" } },
  { record: { of: named("Eclat Foods", null), by: "Quellmark" } },
];

describe("search in loaded rows", () => {
  const indexes = (typed: string) => findRows(rows, typed, getParties).map((row) => rows.indexOf(row));

  it("finds every word in the names of companies and others, without case and accents", () => {
    expect(indexes("eclat")).toEqual([0, 1, 2, 3]);
    expect(indexes("ÉCLAT quell")).toEqual([2, 3]);
    expect(indexes("eclat.example")).toEqual([0, 2]);
    expect(indexes("nobody")).toEqual([]);
  });

  it("finds nothing without a search text", () => {
    expect(findRows(rows, "  ", getParties)).toBe(rows);
  });

  it("offers the resolved companies that were meant, each once", () => {
    expect(findCompanies(rows, "eclat", getParties, 8).map(({ id }) => id)).toEqual(["1"]);
    expect(findCompanies(rows, "oak", getParties, 8).map(({ name }) => name)).toEqual(["Oakmesh"]);
    expect(findCompanies(rows, "", getParties, 8)).toEqual([]);
    expect(findCompanies(rows, "a", getParties, 1)).toHaveLength(1);
  });
});
