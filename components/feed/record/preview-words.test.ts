import { readRecord } from "@dealflow/client/records";
import type { EventFeedName } from "@dealflow/contract/feeds";
import { expect, it } from "vitest";
import { previewWords } from "./preview-words";

type Amount = Parameters<typeof previewWords>[1]["amount"];

function words(feed: EventFeedName, record: object, amount: Amount, usd?: number | null): string {
  return previewWords(feed, { record: readRecord(feed, record) ?? expect.fail("no record"), amount }, usd);
}

it("says what happened by titles, and in which band", () => {
  const company = { hqCountry: { code: "DE", name: "Germany" }, industryGroup: "Banking", verticals: ["fintech"] };
  const round = { round: "series-a", company };
  expect(words("funding", round, { minUsd: 1_000_000, maxUsd: 2_500_000 })).toBe(
    "Series A, $1m–2.5m, Germany, Banking",
  );
  const move = { roleSeniority: "c_level", moveType: "appointment", company: { hqCountry: { code: "GB" } } };
  expect(words("execMoves", move, null)).toBe("Appointment, C-level, United Kingdom");
  expect(words("acquisitions", {}, null)).toBe("");
});

it("says the amount of an owned record instead of its band", () => {
  const band = { minUsd: 2_500_000, maxUsd: 5_000_000 };
  expect(words("funding", { round: "seed" }, band, 3_000_000)).toBe("Seed, $3.0m");
  expect(words("funding", { round: "seed" }, band, null)).toBe("Seed, $2.5m–5m");
});
