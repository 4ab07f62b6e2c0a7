import { readRecord } from "@dealflow/client/records";
import { describe, expect, it } from "vitest";
import { portfolioOf } from "./portfolio";
import { createPurchasedRecords } from "./purchased-record";

const ID = "0190a0c0-0000-7000-8000-00000000000a";
const PURCHASE = { purchasedAt: "2026-11-20T10:00:00.000Z", requestId: "req-1", view: "/funding" };

function round(id: string, company: string, ...investors: { id: string | null; name: string }[]) {
  const record = readRecord("funding", { id, round: "seed", company: { id: company, name: company }, investors });
  return createPurchasedRecords("funding", record === null ? [] : [record], PURCHASE);
}

const us = { id: ID.toUpperCase(), name: "Ardholt" };
const ROUNDS = [
  ...round("3", "b", us, { id: null, name: "Kitterby" }),
  ...round("2", "a", us, { id: "other", name: "Other" }, { id: null, name: "Kitterby" }),
  ...round("1", "a", us),
  ...round("0", "c", { id: "other", name: "Ardholt" }),
];

describe("the portfolio of an investor", () => {
  it("has its rounds, companies and co-investors from what is owned", () => {
    const { name, rounds, companies, coInvestors } = portfolioOf({ id: ID, name: null }, ROUNDS, []);
    expect(name).toBe("Ardholt");
    expect(rounds.map(({ key }) => key)).toEqual(["3", "2", "1"]);
    expect(companies.map(({ company, rounds: own }) => [company.name, own.length])).toEqual([
      ["b", 1],
      ["a", 2],
    ]);
    expect(coInvestors.map(({ investor, rounds: shared }) => [investor.name, shared])).toEqual([
      ["Kitterby", 2],
      ["Other", 1],
    ]);
  });

  it("is found by its name only where the host gave no id", () => {
    expect(portfolioOf({ id: null, name: "Kitterby" }, ROUNDS, []).rounds.map(({ key }) => key)).toEqual(["3", "2"]);
    expect(portfolioOf({ id: null, name: "Ardholt" }, ROUNDS, [])).toMatchObject({ name: "Ardholt", rounds: [] });
    expect(portfolioOf({ id: "unknown", name: null }, ROUNDS, [])).toMatchObject({ name: undefined, companies: [] });
  });
});
