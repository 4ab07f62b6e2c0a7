import { readRecord } from "@dealflow/client/records";
import type { EventFeedName } from "@dealflow/contract/feeds";
import { expect, it } from "vitest";
import { previewWords } from "./preview-words";

function words(feed: EventFeedName, record: object, amount: Parameters<typeof previewWords>[1]["amount"]): string {
  return previewWords(feed, { record: readRecord(feed, record) ?? expect.fail("no record"), amount });
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
