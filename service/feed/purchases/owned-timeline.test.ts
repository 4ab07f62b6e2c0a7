import { describe, expect, it } from "vitest";
import { TIMELINE_TABLES, type TimelineInclude } from "../timeline";
import { getOwnedParts } from "./owned-timeline";

/** Events from the oldest, `+` where they are owned. */
function parts(...events: readonly `${"+" | "-"}${TimelineInclude}`[]) {
  const keys = events.map((event, index) => ({ kind: TIMELINE_TABLES[parseKind(event)], id: String(index) }));
  const timeline = {
    company: "null",
    investors: "[]",
    events: events.map((_, index) => String(index)),
    keys: [{ kind: "companies" as const, id: "company" }, ...keys.toReversed()],
  };
  const owned = new Set(events.flatMap((event, index) => (event.startsWith("+") ? [String(index)] : [])));
  return getOwnedParts(timeline, owned).map(({ kinds, available, cut, timeline: text }) => ({
    kinds: kinds.join(" "),
    events: JSON.parse(text).events,
    of: available,
    cut,
  }));
}

const parseKind = (event: string) => event.slice(1) as TimelineInclude;
const ALL = "funding acquisitions exec_moves";

describe("the owned parts of a timeline", () => {
  it("are one of all kinds when everything is owned, or there are no events", () => {
    expect(parts("+funding", "+exec_moves")).toEqual([{ kinds: ALL, events: [0, 1], of: 2, cut: false }]);
    expect(parts()).toEqual([{ kinds: ALL, events: [], of: 0, cut: false }]);
  });

  it("are none when no event is owned", () => {
    expect(parts("-funding", "-exec_moves")).toEqual([]);
  });

  it("have the kinds of which all events are owned", () => {
    expect(parts("-funding", "+exec_moves", "-funding", "+exec_moves")).toEqual([
      { kinds: "exec_moves", events: [1, 3], of: 2, cut: false },
    ]);
  });

  it("end where the credits did, which is at the newest events", () => {
    expect(parts("-funding", "-exec_moves", "+exec_moves", "+funding")).toEqual([
      { kinds: ALL, events: [2, 3], of: 4, cut: true },
    ]);
    expect(parts("+acquisitions", "-funding", "+funding", "-exec_moves")).toEqual([
      { kinds: "acquisitions", events: [0], of: 1, cut: false },
      { kinds: "funding", events: [2], of: 2, cut: true },
    ]);
  });

  it("end with single events of other kinds, which make no timeline by themselves", () => {
    expect(parts("+funding", "-funding", "+exec_moves")).toEqual([
      { kinds: "exec_moves", events: [2], of: 1, cut: false },
      { kinds: "", events: [0], of: 1, cut: false },
    ]);
    expect(parts("+funding", "-funding", "-exec_moves")).toEqual([]);
  });
});
