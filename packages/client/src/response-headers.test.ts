import { describe, expect, it } from "vitest";
import { readCount, readRateLimit } from "./response-headers";

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
