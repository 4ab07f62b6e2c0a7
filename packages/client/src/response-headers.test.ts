import { describe, expect, it } from "vitest";
import { parseRetryAfter, readCount, readRateLimit } from "./response-headers";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["7", 7_000],
    ["9999999", 9_999_999_000],
    ["Fri, 20 Nov 2026 10:00:30 GMT", 30_000],
    ["Friday, 20-Nov-26 10:00:05 GMT", 5_000],
    ["Fri Nov 20 10:00:09 2026", 9_000],
    ["Fri, 20 Nov 2026 09:00:00 GMT", 0],
  ])("%s is %i ms", (header, ms) => expect(parseRetryAfter(header, NOW)).toBe(ms));

  // JavaScript parses "-5" and "1.5" as dates of the year 2001, which would mean no wait at all.
  it.each([null, "", "soon", "-5", "1.5", "Fri, 40 Nov 2026 10:00:30 GMT"])("%j is ignored", (header) =>
    expect(parseRetryAfter(header, NOW)).toBeUndefined(),
  );
});

describe("a rate limit", () => {
  const read = (limit: string, policy?: string) =>
    readRateLimit(new Headers({ RateLimit: limit, ...(policy === undefined ? {} : { "RateLimit-Policy": policy }) }));

  it("is read with the policy of its name", () => {
    expect(read('"burst";r=99;t=1', '"day";q=5000;w=86400, "burst";q=100;w=60')).toEqual({
      policy: "burst",
      remaining: 99,
      resetS: 1,
      quota: 100,
      windowS: 60,
    });
  });

  it("is the first of several, with null for what is missing", () => {
    expect(read('"burst" ; r=0, "day";r=7;t=9')).toEqual({
      policy: "burst",
      remaining: 0,
      resetS: null,
      quota: null,
      windowS: null,
    });
  });

  it.each(["", "limit=100, remaining=9, reset=5", '"burst";t=1', '"burst'])("%j is none", (limit) =>
    expect(read(limit)).toBeNull(),
  );

  it("is null without headers", () => expect(readRateLimit(new Headers())).toBeNull());
});

describe("a count", () => {
  it.each([
    ["12", 12],
    ["0", 0],
    ["-1", undefined],
    ["1e3", undefined],
    ["", undefined],
  ])("%j is %s", (header, count) => expect(readCount(new Headers({ "X-Count": header }), "X-Count")).toBe(count));
});
