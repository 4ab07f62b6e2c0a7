import { describe, expect, it } from "vitest";
import { queryText } from "./query-text";

describe("the text of a query", () => {
  it("repeats the name of a list, and leaves out undefined values", () => {
    expect(queryText({ round: ["seed", "series-a"], countries: [], since: undefined, isMerger: false })).toBe(
      "round=seed&round=series-a&isMerger=false",
    );
  });

  it("keeps commas, spaces, plus and ampersand within values", () => {
    const label = "Glass, Ceramics & Concrete";
    const text = queryText({ industryGroups: [label], since: "2026-01-01T00:00:00+02:00" });
    expect(new URLSearchParams(text).getAll("industryGroups")).toEqual([label]);
    expect(new URLSearchParams(text).get("since")).toBe("2026-01-01T00:00:00+02:00");
  });

  it.each([
    [5_000_000, "5000000"],
    [1_234_567.89, "1234567.89"],
    [0.1, "0.1"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    [0, "0"],
  ])("writes %d in plain digits", (given, digits) =>
    expect(queryText({ minAmountUsd: given })).toBe(`minAmountUsd=${digits}`),
  );

  it("writes invalid values, so that the API rejects them", () => {
    expect(queryText({ rounds: ["seed"], minAmountUsd: Number.NaN })).toBe("rounds=seed&minAmountUsd=NaN");
  });
});
