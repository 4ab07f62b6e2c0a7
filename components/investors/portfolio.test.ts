import { readRecord } from "@dealflow/client/records";
import { expect, test } from "vitest";
import { createPortfolio } from "./portfolio";

const ID = "0190a0c0-0000-7000-8000-00000000000a";

function round(id: string, company: string, ...investors: { id: string | null; name: string }[]) {
  const record = readRecord("funding", { id, round: "seed", company: { id: company, name: company }, investors });
  if (record === null) throw new Error("it is a record");
  return { key: id, record, purchasedAt: "2026-11-20T10:00:00.000Z" };
}

const us = { id: ID.toUpperCase(), name: "Ardholt" };
const ROUNDS = [
  round("3", "b", us, { id: null, name: "Kitterby" }),
  round("2", "a", us, { id: "other", name: "Other" }, { id: null, name: "Kitterby" }),
  round("1", "a", us),
];

test("the portfolio of an investor has its companies and co-investors from its owned rounds", () => {
  const { name, companies, coInvestors } = createPortfolio(ID, ROUNDS, undefined);
  expect(name).toBe("Ardholt");
  expect(companies.map(({ company, rounds }) => [company.name, rounds.length])).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
  expect(coInvestors.map(({ investor, rounds }) => [investor.name, rounds])).toEqual([
    ["Kitterby", 2],
    ["Other", 1],
  ]);
});

test("an investor of whom nothing is owned has no name", () => {
  expect(createPortfolio(ID, [], undefined)).toMatchObject({ name: undefined, companies: [] });
});
