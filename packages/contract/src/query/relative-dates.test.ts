import { describe, expect, it } from "vitest";
import { FEEDS } from "../feeds";
import { canonicalizeQuery, parseFeedQuery, serializeFeedQuery } from "./feed-query";
import { resolveRelativeDate } from "./relative-dates";
import { parseInstant } from "./syntax";

describe("a relative date", () => {
  it.each([
    ["-7d", "2026-03-03", "2026-02-24"],
    ["-2w", "2026-03-03", "2026-02-17"],
    ["-6mo", "2026-08-31", "2026-02-28"],
    ["-1y", "2024-02-29", "2023-02-28"],
    ["this-quarter", "2026-11-20", "2026-10-01"],
    ["this-quarter", "2026-03-31", "2026-01-01"],
    ["this-year", "2026-11-20", "2026-01-01"],
  ])("%s on %s is %s", (text, today, day) => {
    expect(resolveRelativeDate(text, today)).toBe(day);
    const now = new Date(`${today}T15:00:00Z`);
    expect(parseInstant(text, "start", now)).toBe(Date.parse(`${day}T00:00:00.000Z`));
    expect(parseInstant(text, "end", now)).toBe(Date.parse(`${day}T23:59:59.999Z`));
  });

  it.each(["-0d", "7d", "-7", "-7m", "-1000d", "this-week", "-6mo "])("%j is not one", (text) => {
    expect(resolveRelativeDate(text, "2026-11-20")).toBeUndefined();
    expect(parseInstant(text, "start")).toBeUndefined();
  });

  it("stays as written in an address, and is resolved where the query is used", () => {
    const { query, issues } = parseFeedQuery(FEEDS.funding, new URLSearchParams("since=-6mo&until=-1mo&round=seed"));
    expect(issues).toEqual([]);
    expect(serializeFeedQuery(FEEDS.funding, query)).toBe("since=-6mo&until=-1mo&round=seed");
    const at = (day: string) => canonicalizeQuery(FEEDS.funding, query, new Date(`${day}T12:00:00Z`)).query;
    expect(at("2026-11-23")).toEqual({ ...query, since: "2026-05-23", until: "2026-10-23" });
    expect(at("2026-12-23")).toEqual({ ...query, since: "2026-06-23", until: "2026-11-23" });
  });

  it("contradicts another that is earlier", () => {
    const { issues } = parseFeedQuery(FEEDS.funding, new URLSearchParams("since=-1mo&until=-6mo"));
    expect(issues.map(({ message }) => message)).toEqual(["since (-1mo) is after until (-6mo)"]);
  });
});
