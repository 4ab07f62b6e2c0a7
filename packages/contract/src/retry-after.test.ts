import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "./retry-after";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["7", 7_000],
    [" 30 ", 30_000],
    ["9999999", 9_999_999_000],
    ["Fri, 20 Nov 2026 10:00:30 GMT", 30_000],
    ["Friday, 20-Nov-26 10:00:05 GMT", 5_000],
    ["Fri Nov 20 10:00:09 2026", 9_000],
    ["Fri, 20 Nov 2026 09:00:00 GMT", 0],
  ])("%s is %i ms", (header, ms) => expect(parseRetryAfter(header, NOW)).toBe(ms));

  // JavaScript parses "-5" and "1.5" as dates of the year 2001, which would mean no wait at all.
  it.each([null, undefined, "", "soon", "-5", "1.5", "2026-11-20T10:00:30Z", "Fri, 40 Nov 2026 10:00:30 GMT"])(
    "%j is ignored",
    (header) => expect(parseRetryAfter(header, NOW)).toBeUndefined(),
  );
});
