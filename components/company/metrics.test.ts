import { readTimeline } from "@dealflow/client/timeline";
import { describe, expect, it } from "vitest";
import { calculateMetrics, monthsBetween, roundsNote } from "./metrics";

const NOW = new Date("2026-11-20T10:00:00.000Z");

function round(date: string, usd: number | null, investors: string[], name = "seed") {
  const announcedAt = `${date}T00:00:00.000Z`;
  const named = investors.map((investor) => ({ id: investor, name: investor.toUpperCase() }));
  return {
    kind: "funding",
    date: announcedAt,
    funding: { id: date, round: name, amountUsd: usd, announcedAt, investors: named },
  };
}

function readMetrics(events: unknown[], investors: string[] = []) {
  const read = readTimeline({ company: {}, events, investors: investors.map((id) => ({ id, name: id })) });
  if (read === null) throw new Error("it is a timeline");
  return calculateMetrics(read, NOW);
}

describe("figures of a company", () => {
  it("add up its rounds, in any order", () => {
    const of = readMetrics(
      [
        round("2026-03-17", 96e6, ["a", "c"], "series-c"),
        round("2018-05-09", 3.2e6, ["a"]),
        round("2020-02-05", null, ["b", "a"], "series-a"),
        { kind: "acquisition", date: "2026-05-01T00:00:00.000Z", acquisition: { id: "x" } },
      ],
      ["a", "b", "c"],
    );
    expect(of.raised).toBe(99.2e6);
    expect(of.last).toEqual({ date: "2026-03-17T00:00:00.000Z", round: "series-c", usd: 96e6, amount: "$96.0m" });
    expect([of.rounds.length, of.undisclosed, of.monthsSinceLast]).toEqual([3, 1, 8]);
    // The gaps are 20 and 73 months.
    expect(of.medianGap).toBe(47);
    expect(of.investors).toBe(3);
  });

  it("of a company without rounds, or with undisclosed ones only, are not 0", () => {
    expect(readMetrics([])).toMatchObject({
      raised: null,
      last: undefined,
      monthsSinceLast: undefined,
      medianGap: undefined,
    });
    expect(readMetrics([round("2026-01-01", null, [])])).toMatchObject({
      raised: null,
      undisclosed: 1,
      monthsSinceLast: 10,
    });
  });
});

describe("roundsNote", () => {
  const priced = round("2026-03-17", 96e6, []);
  const unpriced = round("2026-05-09", null, []);

  it.each([
    ["no rounds", [], true],
    ["rounds not bought", [], false],
    ["1 round", [priced], true],
    ["1 round owned", [priced], false],
    ["2 rounds, 1 without $ amount", [priced, unpriced], true],
    ["2 rounds owned, 1 without $ amount", [priced, unpriced], false],
    // There is no sum that would need it.
    ["1 round", [unpriced], true],
  ])("writes %s", (note, events, whole) => {
    expect(roundsNote(readMetrics(events), whole)).toBe(note);
  });
});

describe("months", () => {
  it.each([
    ["2026-03-17", "2026-11-20", 8],
    ["2026-03-21", "2026-11-20", 7],
    ["2025-12-31", "2026-01-01", 0],
    ["2026-12-01", "2026-11-20", 0],
  ])("from %s to %s are %i", (from, to, months) => {
    expect(monthsBetween(from, new Date(to))).toBe(months);
  });

  it("from what is no date are not known", () => {
    expect(monthsBetween("soon", NOW)).toBeUndefined();
  });
});
