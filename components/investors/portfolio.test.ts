import { readRecord } from "@dealflow/client/records";
import { expect, test } from "vitest";
import { countByYear, createPortfolio } from "./portfolio";

const ID = "0190a0c0-0000-7000-8000-00000000000a";

function round(
  [id, announcedAt, amountUsd]: [id: string, announcedAt: string, amountUsd: number | null],
  company: string,
  ...investors: { id: string | null; name: string }[]
) {
  const record = readRecord("funding", {
    id,
    round: "seed",
    announcedAt,
    amountUsd,
    company: { id: company, name: company },
    investors,
  });
  if (record === null) throw new Error("it is a record");
  return { key: id, record, purchasedAt: "2026-11-20T10:00:00.000Z" };
}

const us = { id: ID.toUpperCase(), name: "Ardholt" };
const ROUNDS = [
  round(["3", "2026-03-01T00:00:00.000Z", null], "b", us, { id: null, name: "Kitterby" }),
  round(
    ["2", "2025-02-01T00:00:00.000Z", 4_000_000],
    "a",
    us,
    { id: "other", name: "Other" },
    { id: null, name: "Kitterby" },
  ),
  round(["1", "2023-02-01T00:00:00.000Z", 1_000_000], "a", us),
];

test("the portfolio of an investor has its companies and co-investors from its owned rounds", () => {
  const { name, companies, coInvestors } = createPortfolio(ID, ROUNDS, undefined);
  expect(name).toBe("Ardholt");
  expect(
    companies.map(({ company, rounds, raisedUsd, isWhole }) => [company.name, rounds.length, raisedUsd, isWhole]),
  ).toEqual([
    ["b", 1, null, false],
    ["a", 2, 5_000_000, true],
  ]);
  expect(countByYear(ROUNDS)).toEqual([
    ["2026", 1],
    ["2025", 1],
    ["2024", 0],
    ["2023", 1],
  ]);
  expect(countByYear([])).toEqual([]);
  expect(coInvestors.map(({ investor, rounds }) => [investor.name, rounds])).toEqual([
    ["Kitterby", 2],
    ["Other", 1],
  ]);
});

test("an investor of whom nothing is owned has no name", () => {
  expect(createPortfolio(ID, [], undefined)).toMatchObject({ name: undefined, companies: [] });
});
