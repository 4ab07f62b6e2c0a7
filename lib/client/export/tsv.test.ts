import { expect, it } from "vitest";
import { tsvText } from "./tsv";

const COLUMNS = ["round", "amount", "company", "announced", "owned"];
const HEADS = ["Round", "Amount USD", "Amount original", "Currency", "Company", "Domain", "Announced", "Owned as of"];
const lines = (...rows: Parameters<typeof tsvText>[1]) =>
  tsvText("funding", rows, COLUMNS)
    .split("\n")
    .map((line) => line.split("\t"));

it("has a line of heads and one for each row, whose texts can neither add cells nor be calculated", () => {
  const company = { name: '=HYPERLINK("//evil.example")\tQuorvane\n', domain: "quorvane.example" };
  const record = { round: "seed", amountUsd: -1.5, company, announcedAt: "2026-11-18T06:12:30.000Z" };
  expect(lines({ record, purchasedAt: "2026-11-20T10:29:00.000Z" })).toEqual([
    HEADS,
    [
      ...["Seed", "-1.5", "", "", `'=HYPERLINK("//evil.example") Quorvane `, "quorvane.example"],
      ...["2026-11-18", "2026-11-20 10:29:00"],
    ],
  ]);
});

it("has of a preview what its row shows", () => {
  const preview = { reference: "r", amount: { minUsd: 1_000_000, maxUsd: 2_500_000 }, sources: 1 };
  const record = { round: "seed", amountUsd: null, company: null, announcedAt: "2026-11-18" };
  expect(lines({ record, purchasedAt: "", preview })).toEqual([
    HEADS,
    ["Seed", "$1m–2.5m", "", "", "", "", "2026-11-18", ""],
  ]);
});
