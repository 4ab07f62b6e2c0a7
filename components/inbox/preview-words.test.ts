import { expect, it } from "vitest";
import { previewWords } from "./preview-words";

it("says what happened by titles, and in which band", () => {
  const facets = { round: ["series-a"], countries: ["DE"], industryGroups: ["Banking"], verticals: ["fintech"] };
  expect(previewWords("funding", { facets, amount: { minUsd: 1_000_000, maxUsd: 2_500_000 } })).toBe(
    "Series A, Germany, Banking, $1m–2.5m",
  );
  const move = { roleSeniority: ["c_level"], moveType: ["appointment"], countries: ["GB"] };
  expect(previewWords("execMoves", { facets: move, amount: null })).toBe("Appointment, C-level, United Kingdom");
  expect(previewWords("acquisitions", { facets: {}, amount: null })).toBe("");
});
