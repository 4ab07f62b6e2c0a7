import { describe, expect, it } from "vitest";
import { newAddress } from "./new-address";

const LOOK = "2026-11-14T10:00:00.000Z";
const at = (query: string, days = 7) => newAddress({ feed: "funding", query, lastSeenAt: LOOK }, days);

describe("where what is new is loaded", () => {
  it("starts a week before the last visit, or as many days as are set", () => {
    expect(at("round=seed")?.href).toBe("/funding?since=2026-11-07T10%3A00%3A00.000Z&round=seed");
    expect(at("", 0)?.since).toBe(LOOK);
  });

  it("keeps the view's own start when it is later, and replaces an earlier one", () => {
    expect(at("since=2026-11-10&round=seed")?.canonical).toBe("since=2026-11-10&round=seed");
    expect(at("since=2020-01-01")?.since).toBe("2026-11-07T10:00:00.000Z");
  });

  it("is undefined when the view ends before that, or has a filter that no longer exists", () => {
    expect(at("until=2026-11-06")).toBeUndefined();
    expect(at("until=2026-11-07")).toBeDefined();
    expect(at("stage=early")).toBeUndefined();
  });
});
