import { readTimeline } from "@dealflow/client/timeline";
import { describe, expect, it } from "vitest";
import { ALL_KINDS, appendPart, type IncludeName, mergeParts, type TimelinePart } from "./timeline-part";

const RECORDS = {
  funding: (id: string, date: string) => ({ kind: "funding", date, funding: { id } }),
  move: (id: string, date: string) => ({ kind: "exec_move", date, execMove: { id } }),
};

function part(
  purchasedAt: string,
  kinds: readonly IncludeName[],
  events: unknown[],
  cut = false,
  cost: number | null = 1,
): TimelinePart {
  const timeline = readTimeline({ company: { name: `at ${purchasedAt}` }, investors: [], events });
  if (timeline === null) throw new Error("it is a timeline");
  return { kinds, timeline, purchasedAt, available: null, cut, requestId: null, creditsUsed: cost };
}

const seed = RECORDS.funding("seed", "2020");
const series = RECORDS.funding("series", "2022");
const move = RECORDS.move("move", "2021");

describe("merged timeline parts", () => {
  it("are undefined without a part", () => {
    expect(mergeParts([])).toBeUndefined();
  });

  it("have the kinds of all parts, oldest event first", () => {
    const parts = [part("2", ["exec_moves"], [move]), part("1", ["funding"], [seed, series])].reduce(appendPart, []);
    const holding = mergeParts(parts);
    expect(holding?.events.map(({ date }) => date)).toEqual(["2020", "2021", "2022"]);
    expect([holding?.whole, holding?.cut, holding?.purchasedAt]).toEqual([["funding", "exec_moves"], [], "1"]);
    expect(holding?.company?.name).toBe("at 2");
  });

  it("cost what was charged for all parts, if that is known of each", () => {
    const [funding, moves] = [part("1", ["funding"], [seed], false, 2), part("2", ["exec_moves"], [move], false, 0)];
    expect(mergeParts([funding, moves])?.creditsUsed).toBe(2);
    expect(mergeParts([funding, { ...moves, creditsUsed: null }])?.creditsUsed).toBeNull();
  });

  it("use the newer part where it covers an older one", () => {
    const older = part("1", ["funding"], [seed]);
    const parts = appendPart([older], part("2", ALL_KINDS, [seed, move]));
    expect(parts.map(({ purchasedAt }) => purchasedAt)).toEqual(["2"]);
    // The other order gives the same.
    expect(appendPart(parts, older)).toHaveLength(1);
  });

  it("keep what a part that was cut lacks, and list incomplete kinds", () => {
    const whole = part("1", ["funding"], [seed, series]);
    const cut = part("2", ALL_KINDS, [series], true);
    const holding = mergeParts(appendPart([whole], cut));
    expect(holding?.events).toHaveLength(2);
    expect([holding?.whole, holding?.cut]).toEqual([["funding"], ["acquisitions", "exec_moves"]]);
  });

  it("ignore a part that is added twice", () => {
    const parts = [part("1", ["funding"], [seed])];
    expect(appendPart(parts, part("1", ["funding"], [seed]))).toBe(parts);
  });
});
